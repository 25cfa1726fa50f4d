import type { CallToolResult, InputRequiredResult } from "@modelcontextprotocol/server";
import { type AmbiguousCall, type Asking, type Caller, recordOutcome } from "./caller.js";
import { canAskForm } from "./declaredElicitation.js";
import { type Answer, parseAnswer, toFormParams } from "./deviceQuestion.js";
import { isStillOffered, readStatePayload, type StatePayload, toStatePayload } from "./requestState.js";
import {
  type Choice,
  isAnswerable,
  namesTarget,
  readAmbiguity,
  type ResolvedTarget,
  resolveNow,
  type TargetQuestion,
  type ToolBackend,
  type ToolCall,
  withTarget,
} from "./targetQuestion.js";

/** One modern call. Everything is in the request: nothing of the connection counts. */
export interface ModernCall {
  readonly call: ToolCall;
  readonly signal: AbortSignal;
  readonly caller: Caller;
  /** `inputResponses` as it came; `undefined` when the request had none. */
  readonly responses: Readonly<Record<string, unknown>> | undefined;
  /** The payload of `requestState`, its signature checked by the SDK; `undefined` when the request had none. */
  readonly state: unknown;
  /** Seals a payload for this caller. */
  readonly mint: (payload: StatePayload) => Promise<string>;
}

/** What the modern wrapper is handed; it keeps nothing between calls. */
export interface AmbiguousDeviceMrtr<Target extends ResolvedTarget> extends Asking {
  readonly question: TargetQuestion<Target>;
}

/**
 * Puts the returned question in front of a backend (2026-07-28, "Multi Round-Trip Requests"). A first call that is
 * ambiguous is answered at once with `input_required`; a retry runs the backend once when its state fits the call and
 * its answer names an offered target that is still there and still the same, and otherwise gives the refusal again. A
 * retry never asks and never runs on anything that was not chosen: what is there now comes from `resolve`, not from
 * running the tool.
 */
export function withAmbiguousDeviceMrtr<Target extends ResolvedTarget>(
  next: ToolBackend,
  asking: AmbiguousDeviceMrtr<Target>,
): (incoming: ModernCall) => Promise<CallToolResult | InputRequiredResult> {
  return async (incoming) => {
    if (namesTarget(asking.question, incoming.call)) return await next(incoming.call, incoming.signal);
    if (incoming.responses === undefined && incoming.state === undefined)
      return await firstCall(incoming, next, asking);
    const expected = { call: incoming.call, now: asking.timer.now() };
    const payload = readStatePayload(asking.question, expected, incoming.state);
    if (payload === undefined) return await answerWithoutState(incoming, asking);
    const chosen = await takeAnswer(incoming, payload, asking);
    return chosen === undefined
      ? payload.refusal
      : await next(withTarget(asking.question, incoming.call, chosen), incoming.signal);
  };
}

async function firstCall<Target extends ResolvedTarget>(
  incoming: ModernCall,
  next: ToolBackend,
  asking: AmbiguousDeviceMrtr<Target>,
): Promise<CallToolResult | InputRequiredResult> {
  const { call, caller, signal } = incoming;
  const refusal = await next(call, signal);
  const choices = readAmbiguity(asking.question, call, refusal);
  if (choices === undefined) return refusal;
  const subject = toSubject(incoming, choices.length);
  if (asking.policy.isOff()) {
    recordOutcome(asking, subject, { outcome: "disabled" });
    return refusal;
  }
  if (!canAskForm(caller.declared)) {
    recordOutcome(asking, subject, { outcome: "not_offered" });
    return refusal;
  }
  const targets = await resolveNow(asking.question, call, signal);
  if (signal.aborted || !isAnswerable(choices, targets)) {
    recordOutcome(asking, subject, { outcome: "error" });
    return refusal;
  }
  recordOutcome(asking, subject, { outcome: "asked" });
  return await toInputRequired(incoming, { choices, targets, refusal }, asking);
}

interface Ambiguity {
  readonly choices: readonly Choice[];
  readonly targets: readonly ResolvedTarget[];
  readonly refusal: CallToolResult;
}

async function toInputRequired<Target extends ResolvedTarget>(
  incoming: ModernCall,
  { choices, targets, refusal }: Ambiguity,
  asking: AmbiguousDeviceMrtr<Target>,
): Promise<InputRequiredResult> {
  const { call } = incoming;
  const payload = toStatePayload(asking.question, {
    call,
    ids: choices.map((choice) => choice.id),
    targets,
    refusal,
    now: asking.timer.now(),
  });
  const params = toFormParams(asking.question, { call, choices, standsForMs: undefined });
  return {
    resultType: "input_required",
    inputRequests: { [asking.question.inputKey]: { method: "elicitation/create", params } },
    requestState: await incoming.mint(payload),
  };
}

/** The target to run the call on, or nothing. Writes the retry's one record. */
async function takeAnswer<Target extends ResolvedTarget>(
  incoming: ModernCall,
  payload: StatePayload,
  asking: AmbiguousDeviceMrtr<Target>,
): Promise<Target | undefined> {
  const { call, signal } = incoming;
  const subject = toSubject(incoming, payload.offer.length);
  if (asking.policy.isOff()) {
    recordOutcome(asking, subject, { outcome: "disabled" });
    return undefined;
  }
  const latencyMs = asking.timer.now() - payload.at;
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

/** An answer to no question that is open here: nothing runs, whatever is attached. */
async function answerWithoutState<Target extends ResolvedTarget>(
  incoming: ModernCall,
  asking: AmbiguousDeviceMrtr<Target>,
): Promise<CallToolResult> {
  const { call, signal } = incoming;
  const targets = await resolveNow(asking.question, call, signal);
  const candidates = new Set(targets.map((target) => target.id)).size;
  recordOutcome(asking, toSubject(incoming, candidates), { outcome: asking.policy.isOff() ? "disabled" : "invalid" });
  return targets.length >= 2 ? asking.question.refuse(call, targets) : asking.question.refuseStaleAnswer(call);
}

function toSubject(incoming: ModernCall, candidates: number): AmbiguousCall {
  const { call, caller } = incoming;
  return { call, caller, era: "modern", task: false, candidates };
}
