import type {
  CallToolResult,
  InputRequiredResult,
  McpServer,
  RequestStateCodec,
  ServerContext,
  StandardSchemaV1,
} from "@modelcontextprotocol/server";
import type { ElicitationEra } from "../server/elicitationOutcome.js";
import { withAmbiguousDeviceMrtr } from "./ambiguousDeviceMrtr.js";
import type { Asking, Caller } from "./caller.js";
import { readDeclared } from "./declaredElicitation.js";
import { createDeclineMemory } from "./declineMemory.js";
import { forwardedMeta } from "./forwardedMeta.js";
import { type PushQuestion, withAmbiguousDeviceAsk } from "./legacyAsk.js";
import { readModernCaller } from "./modernCaller.js";
import type { StatePayload } from "./requestState.js";
import type { ResolvedTarget, TargetQuestion, ToolBackend, ToolCall } from "./targetQuestion.js";

/** The SDK's own limit on a pushed question, in milliseconds: only a backstop, ours comes long before. */
const SDK_BACKSTOP_MS = 600_000;

/** The SDK's low-level server: only it lets a call be answered with a protocol error or an `input_required` result. */
export type LowLevelServer = McpServer["server"];

/** What stands in front of the tools of one server instance. Everything but the connection may be shared by all of them. */
export interface AskingEnvelopeOptions<Target extends ResolvedTarget> {
  /** The era that the serving entry negotiated for this instance; there is one path for each, never both. */
  readonly era: ElicitationEra;
  readonly question: TargetQuestion<Target>;
  readonly asking: Asking;
  readonly stateCodec: Pick<RequestStateCodec<StatePayload>, "mint">;
  /** `capabilities.elicitation` of this connection's `initialize`, unparsed: the SDK does not tell `{}` from `{form: {}}`. */
  readonly rawElicitation: () => unknown;
}

/** Serves one call with the question in front of it. Throws what the backend throws. */
export type AskingEnvelope = (
  call: ToolCall,
  context: ServerContext,
  backend: ToolBackend,
) => Promise<CallToolResult | InputRequiredResult>;

/**
 * Makes the envelope of one server instance. On the legacy era an instance is one stateful client connection, which is how
 * long a decline is remembered.
 */
export function createAskingEnvelope<Target extends ResolvedTarget>(
  server: LowLevelServer,
  options: AskingEnvelopeOptions<Target>,
): AskingEnvelope {
  const { era, question, asking, stateCodec, rawElicitation } = options;
  const declines = createDeclineMemory();
  return async (call, context, backend) => {
    const { signal, inputResponses: responses } = context.mcpReq;
    if (era === "legacy") {
      const callLegacy = withAmbiguousDeviceAsk(backend, { ...asking, question, declines });
      return await callLegacy({
        call,
        signal,
        caller: legacyCaller(server, rawElicitation()),
        push: pushThrough(context),
      });
    }
    const callModern = withAmbiguousDeviceMrtr(backend, { ...asking, question });
    const mint = async (payload: StatePayload): Promise<string> => await stateCodec.mint(payload, context);
    const state = context.mcpReq.requestState();
    return await callModern({ call, signal, caller: readModernCaller(context), task: false, responses, state, mint });
  };
}

/** Reads the instance that owns `initialize`, at this ask. */
function legacyCaller(server: LowLevelServer, rawElicitation: unknown): Caller {
  /* eslint-disable @typescript-eslint/no-deprecated -- deprecated in favour of the envelope, which this era does not have */
  const declared = readDeclared(server.getClientCapabilities()?.elicitation);
  const client = server.getClientVersion();
  /* eslint-enable @typescript-eslint/no-deprecated */
  const isBare = declared === "form" && readDeclared(rawElicitation) === "bare";
  return { declared: isBare ? "bare" : declared, name: client?.name, version: client?.version };
}

function pushThrough(context: ServerContext): PushQuestion {
  const meta = forwardedMeta(context.mcpReq._meta);
  return async (params, signal) =>
    await context.mcpReq.send(
      { method: "elicitation/create", params: { ...params, ...(meta === undefined ? {} : { _meta: meta }) } },
      AS_IT_COMES,
      { signal, timeout: SDK_BACKSTOP_MS },
    );
}

/** The answer is judged in one place, `parseAnswer`, so the SDK must not judge it first. */
const AS_IT_COMES: StandardSchemaV1<unknown, unknown> = {
  "~standard": { version: 1, vendor: "automobile-mcp", validate: (value) => ({ value }) },
};
