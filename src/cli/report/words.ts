import type { QuestionEnd, Unasked } from "./figures.js";

const END_WORDS: Readonly<Record<QuestionEnd, string>> = {
  accept: "accepted",
  decline: "declined",
  cancel: "cancelled",
  invalid: "unusable",
  timeout: "timed out",
  error: "failed",
  unanswered: "unanswered",
};

const UNASKED_WORDS: Readonly<Record<Unasked, string>> = {
  not_offered: "cannot be asked",
  disabled: "switched off",
  remembered: "declined before",
  failed: "could not ask",
};

/** How a question ended, for a person. */
export function endWord(end: QuestionEnd): string {
  return END_WORDS[end];
}

/** Why there was no question, for a person. */
export function unaskedWord(reason: Unasked): string {
  return UNASKED_WORDS[reason];
}

/** `850 ms`, `4.2 s`, `3 min`; a dash for none. */
export function milliseconds(value: number | undefined): string {
  if (value === undefined) return "-";
  if (value < 1000) return `${Math.round(value)} ms`;
  return value < 120_000 ? `${Number((value / 1000).toFixed(1))} s` : `${Math.round(value / 60_000)} min`;
}
