import type { Log, LogFields } from "../../src/core/log.js";

/** A log that keeps its lines. */
export interface RecordingLog extends Log {
  readonly lines: readonly {
    readonly level: "info" | "warn" | "error";
    readonly line: string;
    readonly fields?: LogFields;
  }[];
}

/** Makes a log with no lines yet. */
export function recordingLog(): RecordingLog {
  const lines: RecordingLog["lines"][number][] = [];
  const write =
    (level: "info" | "warn" | "error") =>
    (line: string, fields?: LogFields): void => {
      lines.push({ level, line, ...(fields === undefined ? {} : { fields }) });
    };
  return { lines, info: write("info"), warn: write("warn"), error: write("error") };
}
