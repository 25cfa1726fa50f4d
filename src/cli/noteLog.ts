import type { Log } from "../core/log.js";
import type { Output } from "./output.js";
import { toTerminalLine } from "./terminalText.js";

/** A log for the person at the terminal: each line is a remark, without its machine-readable companions. */
export function createNoteLog({ note, notePaint: paint }: Pick<Output, "note" | "notePaint">): Log {
  return {
    info: (line) => note(paint.dim(toTerminalLine(line))),
    warn: (line) => note(paint.doubt(toTerminalLine(line))),
    error: (line) => note(paint.bad(toTerminalLine(line))),
  };
}
