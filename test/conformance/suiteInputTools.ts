import {
  type ElicitRequestFormParams,
  type GetPromptResult,
  type InputRequest,
  type InputRequests,
  inputRequired,
  type InputRequiredResult,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { said, type SuiteResult, type SuiteTool, suiteTool } from "./suiteTools.js";

/** Seals a word of the suite's own into request state, and reads it back after the SDK has verified it. */
export interface WordSeal {
  mint(word: string, context: ServerContext): Promise<string>;
  read(context: ServerContext): string | undefined;
}

/** Asks for a name. */
export const ASK_NAME = elicit("What is your name?", { name: { type: "string" } });
const CONFIRM = elicit("Please confirm", { ok: { type: "boolean" } });
const ROOTS = inputRequired.listRoots();

/** The tools of the `input-required-result-*` scenarios. */
export function suiteInputTools(seal: WordSeal): readonly SuiteTool[] {
  return [
    suiteTool("test_input_required_result_elicitation", async (context) =>
      hasAnswers(context, "user_name")
        ? said(`Hello, ${answeredText(context, "user_name", "name")}!`)
        : inputRequired({ inputRequests: { user_name: ASK_NAME } }),
    ),
    suiteTool("test_input_required_result_sampling", async (context) =>
      hasAnswers(context, "capital_question")
        ? said(JSON.stringify(context.mcpReq.inputResponses?.["capital_question"]))
        : inputRequired({ inputRequests: { capital_question: sample("What is the capital of France?", 100) } }),
    ),
    suiteTool("test_input_required_result_list_roots", async (context) =>
      hasAnswers(context, "client_roots")
        ? said(JSON.stringify(context.mcpReq.inputResponses?.["client_roots"]))
        : inputRequired({ inputRequests: { client_roots: ROOTS } }),
    ),
    suiteTool("test_input_required_result_request_state", async (context) =>
      seal.read(context) === "confirm" && hasAnswers(context, "confirm")
        ? said("state-ok")
        : await askWithState(seal, context, { word: "confirm", inputRequests: { confirm: CONFIRM } }),
    ),
    suiteTool("test_input_required_result_tampered_state", async (context) =>
      seal.read(context) === "tamper" && hasAnswers(context, "confirm")
        ? said("state-ok")
        : await askWithState(seal, context, { word: "tamper", inputRequests: { confirm: CONFIRM } }),
    ),
    suiteTool("test_input_required_result_multiple_inputs", async (context) =>
      hasAnswers(context, "user_name", "greeting", "client_roots")
        ? said("all answered")
        : await askWithState(seal, context, {
            word: "several",
            inputRequests: { user_name: ASK_NAME, greeting: sample("Generate a greeting", 50), client_roots: ROOTS },
          }),
    ),
    suiteTool("test_input_required_result_multi_round", async (context) => await nextRound(seal, context)),
    suiteTool("test_input_required_result_capabilities", async () =>
      inputRequired({ inputRequests: { capital_question: sample("What is the capital of France?", 100) } }),
    ),
    suiteTool("test_missing_capability", async () =>
      inputRequired({ inputRequests: { capital_question: sample("What is the capital of France?", 100) } }),
    ),
  ];
}

/** The prompt of `input-required-result-non-tool-request`. */
export function askForPrompt(context: ServerContext): InputRequiredResult | GetPromptResult {
  return hasAnswers(context, "user_context")
    ? { messages: [] }
    : inputRequired({ inputRequests: { user_context: elicit("What context?", { context: { type: "string" } }) } });
}

async function nextRound(seal: WordSeal, context: ServerContext): Promise<SuiteResult> {
  const round = seal.read(context);
  if (round === "round 2" && hasAnswers(context, "step2")) return said("both steps answered");
  if (round === "round 1" && hasAnswers(context, "step1")) {
    const step2 = elicit("Step 2: What is your favorite color?", { color: { type: "string" } });
    return await askWithState(seal, context, { word: "round 2", inputRequests: { step2 } });
  }
  const step1 = elicit("Step 1: What is your name?", { name: { type: "string" } });
  return await askWithState(seal, context, { word: "round 1", inputRequests: { step1 } });
}

async function askWithState(
  seal: WordSeal,
  context: ServerContext,
  { word, inputRequests }: { readonly word: string; readonly inputRequests: InputRequests },
): Promise<InputRequiredResult> {
  return inputRequired({ inputRequests, requestState: await seal.mint(word, context) });
}

/** Whether the call brought all of these answers. */
export function hasAnswers({ mcpReq }: ServerContext, ...keys: readonly string[]): boolean {
  return keys.every((key) => mcpReq.inputResponses !== undefined && Object.hasOwn(mcpReq.inputResponses, key));
}

/** What was answered in one field; empty when it was no text. */
export function answeredText({ mcpReq }: ServerContext, key: string, field: string): string {
  const answer = mcpReq.inputResponses?.[key];
  const content: unknown = typeof answer === "object" && answer !== null ? Reflect.get(answer, "content") : undefined;
  const value: unknown = typeof content === "object" && content !== null ? Reflect.get(content, field) : undefined;
  return typeof value === "string" ? value : "";
}

/** Asks for these fields, all of them required. */
export function elicit(
  message: string,
  properties: ElicitRequestFormParams["requestedSchema"]["properties"],
): InputRequest {
  const requestedSchema = { type: "object" as const, properties, required: Object.keys(properties) };
  return inputRequired.elicit({ message, requestedSchema });
}

function sample(text: string, maxTokens: number): InputRequest {
  return inputRequired.createMessage({ messages: [{ role: "user", content: { type: "text", text } }], maxTokens });
}
