import type { CallToolResult, InputRequiredResult } from "@modelcontextprotocol/server";
import { recordOutcome } from "./caller.js";
import { type IncomingAnswer, type ModernAsking, runOrAsk, takeAnswer, toSubject } from "./modernQuestion.js";
import { readStatePayload, type StatePayload } from "./requestState.js";
import { namesTarget, type ResolvedTarget, resolveNow, type ToolBackend, withTarget } from "./targetQuestion.js";

/** One modern call. Everything is in the request: nothing of the connection counts. */
export interface ModernCall extends IncomingAnswer {
  /** `inputResponses` as it came; `undefined` when the request had none. */
  readonly responses: Readonly<Record<string, unknown>> | undefined;
  /** The payload of `requestState`, its signature checked by the SDK; `undefined` when the request had none. */
  readonly state: unknown;
  /** Seals a payload for this caller. */
  readonly mint: (payload: StatePayload) => Promise<string>;
}

/**
 * Puts the returned question in front of a backend (2026-07-28, "Multi Round-Trip Requests"). A first call that is
 * ambiguous is answered at once with `input_required`; a retry runs the backend once when its state fits the call and
 * its answer names an offered target that is still there and still the same, and otherwise gives the refusal again. A
 * retry never asks and never runs on anything that was not chosen: what is there now comes from `resolve`, not from
 * running the tool. Keeps nothing between calls.
 */
export function withAmbiguousDeviceMrtr<Target extends ResolvedTarget>(
  next: ToolBackend,
  asking: ModernAsking<Target>,
): (incoming: ModernCall) => Promise<CallToolResult | InputRequiredResult> {
  return async (incoming) => {
    if (isRetry(incoming)) return await withRetryAnswer(next, asking)(incoming);
    const end = await runOrAsk(incoming, next, asking);
    if (end.is === "result") return end.result;
    const { inputRequests, payload } = end;
    return { resultType: "input_required", inputRequests, requestState: await incoming.mint(payload) };
  };
}

/** Whether the call says that it answers a question. */
export function isRetry({ responses, state }: Pick<ModernCall, "responses" | "state">): boolean {
  return responses !== undefined || state !== undefined;
}

/** Serves a retry, as `withAmbiguousDeviceMrtr` does: it never asks. */
export function withRetryAnswer<Target extends ResolvedTarget>(
  next: ToolBackend,
  asking: ModernAsking<Target>,
): (incoming: Omit<ModernCall, "mint">) => Promise<CallToolResult> {
  return async (incoming) => {
    if (namesTarget(asking.question, incoming.call)) return await next(incoming.call, incoming.signal);
    const expected = { call: incoming.call, now: asking.timer.now() };
    const payload = readStatePayload(asking.question, expected, incoming.state);
    if (payload === undefined) return await answerWithoutState(incoming, asking);
    const chosen = await takeAnswer(incoming, payload, asking);
    return chosen === undefined
      ? payload.refusal
      : await next(withTarget(asking.question, incoming.call, chosen), incoming.signal);
  };
}

/** An answer to no question that is open here: nothing runs, whatever is attached. */
async function answerWithoutState<Target extends ResolvedTarget>(
  incoming: Omit<ModernCall, "mint">,
  asking: ModernAsking<Target>,
): Promise<CallToolResult> {
  const { call, signal } = incoming;
  const targets = await resolveNow(asking.question, call, signal);
  const candidates = new Set(targets.map((target) => target.id)).size;
  recordOutcome(asking, toSubject(incoming, candidates), { outcome: asking.policy.isOff() ? "disabled" : "invalid" });
  return targets.length >= 2 ? asking.question.refuse(call, targets) : asking.question.refuseStaleAnswer(call);
}
