import type { Timer } from "../../src/core/timer.js";

/** A clock that stands still until a test moves it. */
export interface ManualTimer extends Timer {
  /**
   * Moves time forward and fires what falls due, in order of due time, then of creation. `now()` inside a firing is that
   * wait's own due time; waits created by a firing fire too when they fall due within the same move.
   */
  advance(ms: number): void;
  /** Labels of the waits that have neither fired nor been cancelled, oldest first. A test ends with `[]`. */
  live(): readonly string[];
}

interface Wait {
  readonly dueMs: number;
  readonly label: string;
  readonly fire: () => void;
}

/** Makes a clock that shows `startMs` (Unix epoch milliseconds). */
export function manualTimer(startMs = 1_700_000_000_000): ManualTimer {
  let nowMs = startMs;
  const waits = new Set<Wait>();

  return {
    now: () => nowMs,
    after(ms, label, fire) {
      const wait: Wait = { dueMs: nowMs + Math.max(0, ms), label, fire };
      waits.add(wait);
      return () => {
        waits.delete(wait);
      };
    },
    advance(ms) {
      const endMs = nowMs + ms;
      for (let wait = nextDue(waits, endMs); wait !== undefined; wait = nextDue(waits, endMs)) {
        waits.delete(wait);
        nowMs = wait.dueMs;
        wait.fire();
      }
      nowMs = endMs;
    },
    live: () => [...waits].map((wait) => wait.label),
  };
}

function nextDue(waits: ReadonlySet<Wait>, endMs: number): Wait | undefined {
  let next: Wait | undefined;
  for (const wait of waits) {
    if (wait.dueMs <= endMs && (next === undefined || wait.dueMs < next.dueMs)) next = wait;
  }
  return next;
}
