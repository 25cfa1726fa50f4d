import type { Timer } from "../core/timer.js";

/** Resolves after `ms` milliseconds, or at once when the signal is aborted. A wait of zero is no wait. */
export async function pause(timer: Timer, ms: number, signal: AbortSignal): Promise<void> {
  if (ms <= 0 || signal.aborted) return;
  await new Promise<void>((resolve) => {
    const finish = (): void => {
      cancel();
      signal.removeEventListener("abort", finish);
      resolve();
    };
    const cancel = timer.after(ms, "lab phone is slow", finish);
    signal.addEventListener("abort", finish);
  });
}
