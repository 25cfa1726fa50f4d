import type { Cancel, Timer } from "./timer.js";

/** A wait that ends by time, or earlier by its signal. */
export interface Pause {
  readonly timer: Timer;
  readonly ms: number;
  /** Names the wait in reports of live timers. */
  readonly label: string;
  readonly signal: AbortSignal;
}

/** Resolves after `ms` milliseconds, or as soon as the signal is aborted. Never rejects. */
export async function pause({ timer, ms, label, signal }: Pause): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((resolve) => {
    let cancel: Cancel = () => undefined;
    const finish = (): void => {
      cancel();
      signal.removeEventListener("abort", finish);
      resolve();
    };
    signal.addEventListener("abort", finish, { once: true });
    cancel = timer.after(ms, label, finish);
  });
}
