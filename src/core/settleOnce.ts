/** A result that several parties race to give: the first one wins, and every later one is told that it lost. */
export interface SettleOnce<T> {
  /** Resolves with the first value given. Never rejects. */
  readonly settled: Promise<T>;
  /** Offers a value. `true` if it won; `false` if another was first, in which case the value is not used. */
  settle(value: T): boolean;
}

/** Makes a race that nobody has won yet. */
export function settleOnce<T>(): SettleOnce<T> {
  const { promise, resolve } = withResolvers<T>();
  let isSettled = false;
  return {
    settled: promise,
    settle(value) {
      if (isSettled) return false;
      isSettled = true;
      resolve(value);
      return true;
    },
  };
}

function withResolvers<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((fulfil) => {
    resolve = fulfil;
  });
  return { promise, resolve };
}
