/**
 * `automobile-mcp/elicitation`: the question, for servers of others. Put it in front of your own `tools/call` handler, and a
 * call that could mean several things is asked about once, in the protocol's own way, on every revision that can ask.
 *
 * @packageDocumentation
 */
import { readSessionKey } from "../server/sessionKey.js";
import { systemTimer } from "../system/systemTimer.js";
import { createTargetAskingWith, type TargetAsking, type TargetAskingOptions } from "./targetAsking.js";
import type { ResolvedTarget } from "./targetQuestion.js";

export type { Cancel, Timer } from "../core/timer.js";
export type {
  DeclaredElicitation,
  ElicitationEra,
  ElicitationOutcome,
  ElicitationRecord,
  ElicitationRecorder,
  Topology,
} from "../server/elicitationOutcome.js";
export { AMBIGUOUS_DEVICE_ELICITATION_TIMEOUT_MS } from "../server/elicitationPolicy.js";
export type { AskingResult, AskingToolCallback, ServerAsking, TargetAsking, TargetToolRun } from "./targetAsking.js";
export type { Choice, ResolvedTarget, TargetQuestion, ToolBackend, ToolCall } from "./targetQuestion.js";

/** `TargetAskingOptions` with the real clock and the session-key header as defaults. */
export type CreateTargetAskingOptions<Target extends ResolvedTarget = ResolvedTarget> = Omit<
  TargetAskingOptions<Target>,
  "timer" | "sessionKey"
> &
  Partial<Pick<TargetAskingOptions<Target>, "timer" | "sessionKey">>;

/**
 * Makes the question of a process.
 *
 * @throws RangeError with the first modern question, when `stateKey` is shorter than 32 bytes.
 */
export function createTargetAsking<Target extends ResolvedTarget>(
  options: CreateTargetAskingOptions<Target>,
): TargetAsking {
  return createTargetAskingWith({ timer: systemTimer, sessionKey: readSessionKey, ...options });
}
