/** Makes a value when it is first asked for, once. A making that failed is tried again at the next asking. */
export function lazily<T>(make: () => Promise<T>): Lazy<T> {
  let made: Promise<T> | undefined;
  return {
    get() {
      made ??= make().catch((error: unknown) => {
        made = undefined;
        throw error;
      });
      return made;
    },
    peek: () => made,
  };
}

/** A value that may not exist yet. */
export interface Lazy<T> {
  get(): Promise<T>;
  /** What has been made or is being made; `undefined` when nobody asked yet. */
  peek(): Promise<T> | undefined;
}
