import type { Log } from "../../src/core/log.js";

/** A log that keeps its lines as `level: line`. */
export interface FakeLog extends Log {
  readonly lines: readonly string[];
}

/** Makes an empty log. */
export function fakeLog(): FakeLog {
  const lines: string[] = [];
  return {
    lines,
    info: (line) => void lines.push(`info: ${line}`),
    warn: (line) => void lines.push(`warn: ${line}`),
    error: (line) => void lines.push(`error: ${line}`),
  };
}
