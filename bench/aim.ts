import { assertNever } from "../src/core/assertNever.js";

/** Where a ratio should be. Times, sizes and costs have a bound above; rates and speed-ups have one below. */
export type Aim =
  { readonly is: "at_most"; readonly ratio: number } | { readonly is: "at_least"; readonly ratio: number };

/** The ratio should not be higher. */
export function atMost(ratio: number): Aim {
  return { is: "at_most", ratio };
}

/** The ratio should not be lower. */
export function atLeast(ratio: number): Aim {
  return { is: "at_least", ratio };
}

/** Whether a ratio is where it should be, or at most `allowance` times away from there. */
export function isMet(aim: Aim, ratio: number, allowance: number): boolean {
  switch (aim.is) {
    case "at_most":
      return ratio <= aim.ratio * allowance;
    case "at_least":
      return ratio >= aim.ratio / allowance;
    default:
      return assertNever(aim);
  }
}

/** For a table, for example `≤ 1.5 ×`. */
export function renderAim(aim: Aim): string {
  return `${aim.is === "at_most" ? "≤" : "≥"} ${aim.ratio} ×`;
}
