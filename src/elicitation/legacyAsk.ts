import type { CallToolResult, ElicitRequestFormParams } from "@modelcontextprotocol/server";
import { assertNever } from "../core/assertNever.js";
import { elapsedSince } from "../core/elapsed.js";
import { settleOnce } from "../core/settleOnce.js";
import type { ElicitationOutcome } from "../server/elicitationOutcome.js";
import { AMBIGUOUS_DEVICE_ELICITATION_TIMEOUT_MS } from "../server/elicitationPolicy.js";
import { type AmbiguousCall, type Asking, type Caller, recordOutcome } from "./caller.js";
import { canAskForm } from "./declaredElicitation.js";
import type { DeclineMemory } from "./declineMemory.js";
import { type Answer, parseAnswer, toFormParams } from "./deviceQuestion.js";
import {
  type Choice,
  isAnswerable,
  readAmbiguity,
  type ResolvedTarget,
  resolveNow,
  type TargetQuestion,
  type ToolBackend,
  type ToolCall,
  withTarget,
} from "./targetQuestion.js";

/**
 * Pushes one `elicitation/create` to the client whose call is being served, related to that call. Resolves with the raw
 * result, rejects with whatever went wrong. Aborting the signal withdraws the question (`notifications/cancelled`).
 */
export type PushQuestion = (params: ElicitRequestFormParams, signal: AbortSignal) => Promise<unknown>;

/** One legacy call and the connection that it came over. */
export interface LegacyCall {
  readonly call: ToolCall;
  readonly signal: AbortSignal;
  readonly caller: Caller;
  readonly push: PushQuestion;
}

/** What the legacy wrapper is handed, once per stateful client connection. */
export interface AmbiguousDeviceElicitation extends Asking {
  readonly question: Omit<TargetQuestion, "refuse" | "refuseStaleAnswer">;
  readonly declines: DeclineMemory;
}

/**
 * Puts the pushed question in front of a backend (2025-06-18 and 2025-11-25). One ask at the most per call; an accept of
 * an offered target that is still the same thing runs the call once more with it; everything else gives the backend's
 * refusal back untouched, and runs nothing.
 */
export function withAmbiguousDeviceAsk(
  next: ToolBackend,
  asking: AmbiguousDeviceElicitation,
): (incoming: LegacyCall) => Promise<CallToolResult> {
  return async (incoming) => {
    const { call, signal } = incoming;
    const refusal = await next(call, signal);
    const choices = readAmbiguity(asking.question, call, refusal);
    if (choices === undefined) return refusal;
    const chosen = await askOnce(incoming, choices, asking);
    return chosen === undefined ? refusal : await next(withTarget(asking.question, call, chosen), signal);
  };
}

/** The target to run the call on, or nothing. Writes the call's one record. */
async function askOnce(
  incoming: LegacyCall,
  choices: readonly Choice[],
  asking: AmbiguousDeviceElicitation,
): Promise<ResolvedTarget | undefined> {
  const { call, caller, signal } = incoming;
  const subject: AmbiguousCall = { call, caller, era: "legacy", task: false, candidates: choices.length };
  const ids = choices.map((choice) => choice.id);
  const unasked = whyNotAsked(asking, caller, ids);
  if (unasked !== undefined) {
    recordOutcome(asking, subject, { outcome: unasked });
    return undefined;
  }

  const offered = await resolveNow(asking.question, call, signal);
  if (!isAnswerable(choices, offered)) {
    recordOutcome(asking, subject, { outcome: "error" });
    return undefined;
  }
  const askedAt = asking.timer.now();
  const end = await pushBounded(incoming, choices, asking);
  const latencyMs = elapsedSince(askedAt, asking.timer);
  if (end.is === "decline" || end.is === "cancel") asking.declines.add(ids);
  const same = end.is === "accept" ? await findAgain(incoming, asking.question, { offered, id: end.id }) : undefined;
  const chosen = signal.aborted ? undefined : same;
  recordOutcome(asking, subject, { outcome: toOutcome(end, chosen, signal), latencyMs });
  return chosen;
}

function whyNotAsked(
  asking: AmbiguousDeviceElicitation,
  caller: Caller,
  ids: readonly string[],
): "disabled" | "not_offered" | "remembered" | undefined {
  if (asking.policy.isOff()) return "disabled";
  if (!canAskForm(caller.declared)) return "not_offered";
  return asking.declines.has(ids) ? "remembered" : undefined;
}

type AskEnd = Answer | { readonly is: "timeout" } | { readonly is: "error" };

/** Asks against the timer and the call's own cancellation; the first of the three to come decides, later ones are dropped. */
async function pushBounded(
  incoming: LegacyCall,
  choices: readonly Choice[],
  asking: AmbiguousDeviceElicitation,
): Promise<AskEnd> {
  const race = settleOnce<AskEnd>();
  const withdrawal = new AbortController();
  const withdraw = (end: AskEnd, reason: string): void => {
    if (race.settle(end)) withdrawal.abort(reason);
  };
  const onCancelled = (): void => {
    withdraw({ is: "error" }, "The tool call was cancelled");
  };
  const standsForMs = AMBIGUOUS_DEVICE_ELICITATION_TIMEOUT_MS;
  const stopTimer = asking.timer.after(standsForMs, "ambiguous device question", () => {
    withdraw({ is: "timeout" }, `No answer within ${standsForMs / 1000} seconds`);
  });
  incoming.signal.addEventListener("abort", onCancelled);
  if (incoming.signal.aborted) onCancelled();
  const params = toFormParams(asking.question, { call: incoming.call, choices, standsForMs });
  const offered = new Set(choices.map((choice) => choice.id));
  incoming.push(params, withdrawal.signal).then(
    (answer) => race.settle(parseAnswer(asking.question.argument, offered, answer)),
    () => race.settle({ is: "error" }),
  );
  try {
    return await race.settled;
  } finally {
    stopTimer();
    incoming.signal.removeEventListener("abort", onCancelled);
  }
}

/** The chosen target as it is now, if it is still what was offered under its id. */
async function findAgain(
  incoming: LegacyCall,
  question: Pick<TargetQuestion, "resolve">,
  chosen: { readonly offered: readonly ResolvedTarget[]; readonly id: string },
): Promise<ResolvedTarget | undefined> {
  const before = chosen.offered.find((target) => target.id === chosen.id)?.identity;
  if (before === undefined) return undefined;
  const fresh = await resolveNow(question, incoming.call, incoming.signal);
  return fresh.find((target) => target.id === chosen.id && target.identity === before);
}

function toOutcome(end: AskEnd, chosen: ResolvedTarget | undefined, signal: AbortSignal): ElicitationOutcome {
  if (signal.aborted) return "error";
  switch (end.is) {
    case "accept":
      return chosen === undefined ? "invalid" : "accept";
    case "decline":
    case "cancel":
    case "invalid":
    case "timeout":
    case "error":
      return end.is;
    default:
      return assertNever(end);
  }
}
