import { toTerminalText } from "../terminalText.js";

const KEPT_LENGTH = 4_000;

/** The end of what a server process wrote to its standard error: shown when the call fails. */
export interface StderrTail {
  readonly add: (text: string) => void;
  /** Safe to show. Empty when nothing was written. */
  readonly tail: () => string;
}

/** Keeps the end, and passes everything on to `show` where a person wants to see it as it comes. */
export function createStderrTail(show: ((text: string) => void) | undefined): StderrTail {
  let kept = "";
  return {
    add(text) {
      kept = (kept + text).slice(-KEPT_LENGTH);
      show?.(text);
    },
    tail: () => toTerminalText(kept).trim(),
  };
}
