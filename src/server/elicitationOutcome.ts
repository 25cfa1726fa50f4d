import type { Log } from "../core/log.js";
import { quoteText } from "../core/quoteText.js";

/** What a client said of elicitation: nothing, `elicitation: {}`, a form mode, or only the URL mode. */
export type DeclaredElicitation = "none" | "bare" | "form" | "url";

/** `legacy`: the question is pushed over the connection. `modern` (2026-07-28): it is returned, and answered by a retry. */
export type ElicitationEra = "legacy" | "modern";

/** Which process stands between the client and the devices. */
export type Topology = "direct" | "proxy" | "daemon";

/**
 * How one ambiguous call ended, as far as asking goes. `not_offered`: the client cannot be asked. `asked`: a modern
 * question was handed back; its answer, if any, arrives with a later request and a record of its own. `invalid`: an
 * answer that names nothing usable, or a chosen device that is gone or replaced. `error`: the ask itself failed, or
 * the call was cancelled meanwhile. `remembered`: this connection declined the same candidates before.
 */
export type ElicitationOutcome =
  | "not_offered"
  | "asked"
  | "accept"
  | "decline"
  | "cancel"
  | "timeout"
  | "invalid"
  | "error"
  | "disabled"
  | "remembered";

/** One ambiguous call without a `deviceId`. Never holds a device id, an argument or a session key. */
export interface ElicitationRecord {
  readonly declared: DeclaredElicitation;
  readonly era: ElicitationEra;
  readonly outcome: ElicitationOutcome;
  /** Milliseconds from ask to answer on the injected timer; absent where nothing was answered. */
  readonly latencyMs?: number;
  readonly tool: string;
  /** How many distinct candidates there were. */
  readonly candidates: number;
  readonly clientName?: string;
  readonly clientVersion?: string;
  readonly topology: Topology;
  /** Whether the call runs as a task. */
  readonly task: boolean;
}

/** Takes one record per ambiguous call. May throw: whoever calls it goes through `recordTo`. */
export type ElicitationRecorder = (record: ElicitationRecord) => void;

/** Gives every recorder the record; one that throws is logged and fails neither the others nor the call. */
export function recordTo(recorders: readonly ElicitationRecorder[], log: Log): ElicitationRecorder {
  return (record) => {
    for (const recorder of recorders) {
      try {
        recorder(record);
      } catch (error) {
        log.warn("an elicitation recorder failed", { error: String(error) });
      }
    }
  };
}

/** The recorder that every process has: one `[elicitation] …` info line per record. */
export function logRecorder(log: Log): ElicitationRecorder {
  return (record) => {
    log.info(toLogLine(record), { elicitation: record });
  };
}

/** `[elicitation] outcome=accept era=legacy …`: words first, the client's own text last and quoted. */
export function toLogLine(record: ElicitationRecord): string {
  const words = [
    `outcome=${record.outcome}`,
    `era=${record.era}`,
    `declared=${record.declared}`,
    `tool=${record.tool}`,
    `candidates=${record.candidates}`,
    `topology=${record.topology}`,
    `task=${record.task}`,
    ...(record.latencyMs === undefined ? [] : [`latencyMs=${record.latencyMs}`]),
    ...(record.clientName === undefined ? [] : [`client=${JSON.stringify(quoteText(record.clientName))}`]),
    ...(record.clientVersion === undefined ? [] : [`version=${JSON.stringify(quoteText(record.clientVersion))}`]),
  ];
  return `[elicitation] ${words.join(" ")}`;
}
