/** A list that things are added to, and that a test can wait on. */
export interface GrowingList<T> {
  readonly items: readonly T[];
  readonly add: (item: T) => void;
  /** Resolves when there are at least so many items. */
  readonly reached: (count: number) => Promise<void>;
}

/** Makes an empty list. */
export function growingList<T>(): GrowingList<T> {
  const items: T[] = [];
  const waiters = new Set<{ readonly count: number; readonly resolve: () => void }>();
  return {
    items,
    add(item) {
      items.push(item);
      for (const waiter of waiters) if (items.length >= waiter.count) waiter.resolve();
    },
    async reached(count) {
      if (items.length >= count) return;
      await new Promise<void>((resolve) => {
        waiters.add({ count, resolve });
      });
    },
  };
}
