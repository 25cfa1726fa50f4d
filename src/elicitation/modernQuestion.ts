import type { CallToolResult, InputRequests } from "@modelcontextprotocol/server";
import { elapsedSince } from "../core/elapsed.js";
import { type AmbiguousCall, type Asking, type Caller, recordOutcome } from "./caller.js";
import { canAskForm } from "./declaredElicitation.js";
import { type Answer, parseAnswer, toFormParams } from "./deviceQuestion.js";
import { isStillOffered, type StatePayload, toStatePayload } from "./requestState.js";
import {
  isAnswerable,
  readAmbiguity,
  type ResolvedTarget,
  resolveNow,
  type TargetQuestion,
  type ToolBackend,
  type ToolCall,
} from "./targetQuestion.js";

/** A call whose client gets the question as a result, and answers with a request of its own. */
export interface AskableCall {
  readonly call: ToolCall;
  readonly signal: AbortSignal;
  readonly caller: Caller;
  readonly task: boolean;
}

/** What the modern question is handed. */
export interface ModernAsking<Target extends ResolvedTarget> extends Asking {
  readonly question: TargetQuestion<Target>;
}

/** What a call came to that no answer belongs to yet. */
export type FirstEnd =
  | { readonly is: "result"; readonly result: CallToolResult }
  /** `payload` is what an answer must fit, in plain JSON. */
  | { readonly is: "question"; readonly inputRequests: InputRequests; readonly payload: StatePayload };

/** Runs a call, and gives the question where it is ambiguous and its client can be asked. Writes one record of an ambiguity. */
export async function runOrAsk<Target extends ResolvedTarget>(
  incoming: AskableCall,
  next: ToolBackend,
  asking: ModernAsking<Target>,
): Promise<FirstEnd> {
  const { call, caller, signal } = incoming;
  const result = await next(call, signal);
  const choices = readAmbiguity(asking.question, call, result);
  if (choices === undefined) return { is: "result", result };
  const subject = toSubject(incoming, choices.length);
  const unasked = asking.policy.isOff() ? "disabled" : canAskForm(caller.declared) ? undefined : "not_offered";
  if (unasked !== undefined) {
    recordOutcome(asking, subject, { outcome: unasked });
    return { is: "result", result };
  }
  const targets = await resolveNow(asking.question, call, signal);
  if (signal.aborted || !isAnswerable(choices, targets)) {
    recordOutcome(asking, subject, { outcome: "error" });
    return { is: "result", result };
  }
  recordOutcome(asking, subject, { outcome: "asked" });
  const ids = choices.map((choice) => choice.id);
  const payload = toStatePayload(asking.question, { call, ids, targets, refusal: result, now: asking.timer.now() });
  const params = toFormParams(asking.question, { call, choices, standsForMs: undefined });
  return {
    is: "question",
    inputRequests: { [asking.question.inputKey]: { method: "elicitation/create", params } },
    payload,
  };
}

/** An answer to a question that was handed back, before anything of it is known to be true. */
export interface IncomingAnswer extends AskableCall {
  readonly responses: Readonly<Record<string, unknown>> | undefined;
}

/** The target to run the call on, or nothing. Writes the answer's one record. */
export async function takeAnswer<Target extends ResolvedTarget>(
  incoming: IncomingAnswer,
  payload: StatePayload,
  asking: ModernAsking<Target>,
): Promise<Target | undefined> {
  const { call, signal } = incoming;
  const subject = toSubject(incoming, payload.offer.length);
  if (asking.policy.isOff()) {
    recordOutcome(asking, subject, { outcome: "disabled" });
    return undefined;
  }
  const latencyMs = elapsedSince(payload.at, asking.timer);
  const answer = readResponse(incoming.responses, payload, asking.question);
  if (answer.is !== "accept") {
    recordOutcome(asking, subject, { outcome: answer.is, latencyMs });
    return undefined;
  }
  const fresh = await resolveNow(asking.question, call, signal);
  const same = isStillOffered(payload, answer.id, fresh) ? fresh.find(({ id }) => id === answer.id) : undefined;
  const chosen = signal.aborted ? undefined : same;
  const outcome = chosen === undefined ? (signal.aborted ? "error" : "invalid") : "accept";
  recordOutcome(asking, subject, { outcome, latencyMs });
  return chosen;
}

/** What a record says of the call. */
export function toSubject({ call, caller, task }: Omit<AskableCall, "signal">, candidates: number): AmbiguousCall {
  return { call, caller, era: "modern", task, candidates };
}

function readResponse(
  responses: Readonly<Record<string, unknown>> | undefined,
  payload: StatePayload,
  question: Pick<TargetQuestion, "argument" | "inputKey">,
): Answer {
  const offered = new Set(payload.offer.map(([id]) => id));
  const response =
    responses !== undefined && Object.hasOwn(responses, question.inputKey) ? responses[question.inputKey] : undefined;
  return parseAnswer(question.argument, offered, response);
}
