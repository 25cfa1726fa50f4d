import { quoteText } from "../core/quoteText.js";
import type { ElicitationPolicy } from "../server/elicitationPolicy.js";
import type {
  DeclaredElicitation,
  ElicitationEra,
  ElicitationOutcome,
  ElicitationRecord,
  ElicitationRecorder,
  Topology,
} from "../server/elicitationOutcome.js";
import type { Timer } from "../core/timer.js";
import type { ToolCall } from "./targetQuestion.js";

/** Who called, as far as this one call shows. Read anew for each call, never kept. */
export interface Caller {
  readonly declared: DeclaredElicitation;
  readonly name: string | undefined;
  readonly version: string | undefined;
}

/** What both eras need to decide whether to ask, and to say afterwards how it ended. */
export interface Asking {
  readonly timer: Timer;
  readonly policy: ElicitationPolicy;
  readonly recorder: ElicitationRecorder;
  readonly topology: Topology;
}

/** One call that turned out to be ambiguous, or answers that it was. */
export interface AmbiguousCall {
  readonly call: ToolCall;
  readonly caller: Caller;
  readonly era: ElicitationEra;
  readonly task: boolean;
  /** How many distinct candidates there are. */
  readonly candidates: number;
}

/** Writes the one record of an ambiguous call, with no more of the client's own text than a log should hold. A recorder that throws does not fail the call. */
export function recordOutcome(
  asking: Pick<Asking, "recorder" | "topology">,
  subject: AmbiguousCall,
  end: { readonly outcome: ElicitationOutcome; readonly latencyMs?: number },
): void {
  const record: ElicitationRecord = {
    declared: subject.caller.declared,
    era: subject.era,
    outcome: end.outcome,
    ...(end.latencyMs === undefined ? {} : { latencyMs: Math.max(0, end.latencyMs) }),
    tool: subject.call.name,
    candidates: subject.candidates,
    ...(subject.caller.name === undefined ? {} : { clientName: quoteText(subject.caller.name) }),
    ...(subject.caller.version === undefined ? {} : { clientVersion: quoteText(subject.caller.version) }),
    topology: asking.topology,
    task: subject.task,
  };
  try {
    asking.recorder(record);
  } catch {
    // Measuring must never change what a call does; the composition root's recorders log their own failures.
  }
}
