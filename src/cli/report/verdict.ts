import { type Figures, sum } from "./figures.js";

/** What the figures say of asking before destructive tools as well. */
export interface Verdict {
  readonly on: "extending_to_confirmations";
  readonly is: "nothing_asked" | "too_few" | "speaks_for" | "speaks_against";
  /** For a person. */
  readonly sentence: string;
}

/** Fewer questions than this decide nothing. */
const ENOUGH_QUESTIONS = 30;

/** Of a hundred questions, so many must be answered by a person, with a choice that can be used or a clear no. */
const ENOUGH_ANSWERED_PERCENT = 80;

/** Of a hundred accepts, at the most so many may come from machines: each would confirm in nobody's name. */
const TOLERATED_FAST_ACCEPTS_PERCENT = 1;

/** The verdict over all clients. */
export function toVerdict({ asked, ends, fast, latenciesMs }: Figures): Verdict {
  const on = "extending_to_confirmations";
  if (asked === 0) {
    return { on, is: "nothing_asked", sentence: "No question was asked, so nothing is known about confirmations." };
  }
  if (asked < ENOUGH_QUESTIONS) {
    const sentence = `${plural(asked, "question")} asked: too few to say whether confirmations would be answered (${ENOUGH_QUESTIONS} are needed).`;
    return { on, is: "too_few", sentence };
  }
  if (fast.accept * 100 > ends.accept * TOLERATED_FAST_ACCEPTS_PERCENT) {
    const sentence = `${fast.accept} of ${ends.accept} accepts came faster than a person can read: a confirmation would be given in nobody's name, which speaks against asking for them.`;
    return { on, is: "speaks_against", sentence };
  }
  // An invalid answer in a person's time is a form that the client drew badly, which is no answer either.
  const byPerson = Math.max(0, latenciesMs.length - (ends.invalid - fast.invalid));
  const percent = Math.round((byPerson * 100) / asked);
  const answered = `${byPerson} of ${asked} questions (${percent} %) were answered at a person's speed`;
  return percent >= ENOUGH_ANSWERED_PERCENT
    ? { on, is: "speaks_for", sentence: `${answered}, which speaks for asking for confirmations as well.` }
    : {
        on,
        is: "speaks_against",
        sentence: `Only ${answered}; ${sum(Object.values(fast))} answers came from machines, which speaks against asking for confirmations.`,
      };
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
