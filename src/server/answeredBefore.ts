import type { RequestId } from "./frame.js";

/**
 * Requests that were answered before the SDK was there, and that it is told of all the same: it answers each of them too,
 * and nobody may hear that a second time. Clients do use an id again, so what counts is which of its requests is meant.
 */
export interface AnsweredBefore {
  /** Takes note of a request that the SDK is told of, in the order in which they come. */
  noteRequest(id: RequestId): void;
  /** Whether the SDK's answer under this id repeats one; it does so once for each of the requests. */
  isRepeated(id: RequestId): boolean;
  /** Whether the latest request under this id has been answered, so that there is nothing left to be cancelled. */
  isOver(id: RequestId): boolean;
}

/** Starts with no request told yet. `answered` are the ids of those that had their answer, each the first under its id. */
export function createAnsweredBefore(answered: ReadonlySet<RequestId>): AnsweredBefore {
  const toTell = new Set(answered);
  const toRepeat = new Set(answered);
  const over = new Set<RequestId>();
  return {
    noteRequest(id) {
      if (toTell.delete(id)) over.add(id);
      else over.delete(id);
    },
    isRepeated: (id) => toRepeat.delete(id),
    isOver: (id) => over.has(id),
  };
}
