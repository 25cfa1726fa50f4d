/** How many candidate sets one connection remembers; the oldest is dropped first. */
export const DECLINE_MEMORY_LIMIT = 256;

/**
 * Which candidate sets a legacy connection would not choose from. A courtesy against asking twice, never a choice: it
 * only ever keeps "no device was chosen". Lives as long as its connection.
 */
export interface DeclineMemory {
  /** Whether this set was declined; order and duplicates do not matter. */
  has(ids: readonly string[]): boolean;
  add(ids: readonly string[]): void;
}

/** A memory that has seen nothing yet. */
export function createDeclineMemory(limit: number = DECLINE_MEMORY_LIMIT): DeclineMemory {
  const declined = new Set<string>();
  return {
    has: (ids) => declined.has(toKey(ids)),
    add(ids) {
      const key = toKey(ids);
      declined.delete(key);
      declined.add(key);
      for (const oldest of declined) {
        if (declined.size <= limit) break;
        declined.delete(oldest);
      }
    },
  };
}

function toKey(ids: readonly string[]): string {
  return JSON.stringify([...new Set(ids)].sort());
}
