import type { Timer } from "./timer.js";

/** How long something may take, and who else may end it. */
export interface Deadline {
  readonly timer: Timer;
  readonly timeoutMs: number;
  /** Names the wait in reports of live timers. */
  readonly label: string;
  /** The caller's own wish to stop. */
  readonly signal: AbortSignal;
}

/** What a bounded piece of work came to. */
export type Bounded<T> = { readonly is: "done"; readonly value: T } | { readonly is: "timed_out" };

const OVERDUE = Symbol("overdue");

/**
 * Runs work that ends when its signal is aborted, and aborts it when its time is up or its caller gives up.
 *
 * @throws the caller's abort reason; whatever else the work threw.
 */
export async function withDeadline<T>(
  { timer, timeoutMs, label, signal }: Deadline,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<Bounded<T>> {
  signal.throwIfAborted();
  const controller = new AbortController();
  const giveUp = () => controller.abort(signal.reason);
  const cancelTimer = timer.after(timeoutMs, label, () => controller.abort(OVERDUE));
  signal.addEventListener("abort", giveUp, { once: true });
  try {
    return { is: "done", value: await work(controller.signal) };
  } catch (error) {
    signal.throwIfAborted();
    if (controller.signal.reason === OVERDUE) return { is: "timed_out" };
    throw error;
  } finally {
    cancelTimer();
    signal.removeEventListener("abort", giveUp);
  }
}
