import type { HostProcess } from "../system/hostProcess.js";

/** Runs something that Ctrl-C or SIGTERM aborts; listening ends with it. A second Ctrl-C then ends the process as usual. */
export async function untilStopped<T>(
  host: Pick<HostProcess, "onStop">,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const stopped = new AbortController();
  const stopListening = host.onStop(() => stopped.abort("interrupted"));
  try {
    return await run(stopped.signal);
  } finally {
    stopListening();
  }
}
