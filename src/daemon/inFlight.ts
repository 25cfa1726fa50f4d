/** How many of something are under way. */
export interface InFlight {
  /** One more; the function given back says that it is over, and may be called more than once. */
  enter(): () => void;
  count(): number;
  /** Resolves when none is under way, at once when none is. */
  none(): Promise<void>;
}

/** What somebody may want to know of it. */
export interface InFlightEvents {
  /** The first one is under way. */
  onBusy?(): void;
  /** The last one is over. */
  onQuiet?(): void;
}

/** Counts from zero. */
export function createInFlight({ onBusy, onQuiet }: InFlightEvents = {}): InFlight {
  let count = 0;
  const waiting = new Set<() => void>();
  return {
    enter() {
      count += 1;
      if (count === 1) onBusy?.();
      let isOver = false;
      return () => {
        if (isOver) return;
        isOver = true;
        count -= 1;
        if (count > 0) return;
        onQuiet?.();
        for (const wake of waiting) wake();
        waiting.clear();
      };
    },
    count: () => count,
    none: () =>
      new Promise((resolve) => {
        if (count === 0) resolve();
        else waiting.add(resolve);
      }),
  };
}
