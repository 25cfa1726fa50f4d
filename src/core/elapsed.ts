import type { Timer } from "./timer.js";

/** Milliseconds since `at`, a reading of the same clock. Never negative, because a clock may have been set back since. */
export function elapsedSince(at: number, timer: Pick<Timer, "now">): number {
  return Math.max(0, timer.now() - at);
}
