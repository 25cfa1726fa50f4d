import type { Breathe } from "../../src/core/breathe.js";

/** Breaths that are counted, and take no time. */
export interface CountedBreaths {
  readonly breathe: Breathe;
  count(): number;
}

/** Makes a counter at zero. */
export function countedBreaths(): CountedBreaths {
  let taken = 0;
  return {
    async breathe() {
      taken += 1;
      await Promise.resolve();
    },
    count: () => taken,
  };
}
