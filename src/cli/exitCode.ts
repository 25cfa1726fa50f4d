/** How a command ended, as its caller reads it: 3 is only ever `call` being refused. */
export const EXIT = { done: 0, failed: 1, wrongUse: 2, refused: 3 } as const;

/** One of `EXIT`. */
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
