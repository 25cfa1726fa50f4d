/** The signal of a caller who never gives up. */
export const unaborted: AbortSignal = new AbortController().signal;
