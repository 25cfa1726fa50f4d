/** Leaves a shared wait without ending it for the others. @throws the abort reason; what the wait rejects with. */
export async function abortable<T>(wait: Promise<T>, signal: AbortSignal): Promise<T> {
  // Who has left does not hear how it ends, and there may be nobody else: an unheard rejection would end the process.
  wait.catch(() => undefined);
  signal.throwIfAborted();
  let leave: () => void = () => undefined;
  const left = new Promise<undefined>((resolve) => {
    leave = () => resolve(undefined);
    signal.addEventListener("abort", leave, { once: true });
  });
  try {
    const ended = await Promise.race([wait.then((value) => ({ value })), left]);
    if (ended !== undefined) return ended.value;
  } finally {
    signal.removeEventListener("abort", leave);
  }
  signal.throwIfAborted();
  throw new Error("a wait was left without an abort");
}
