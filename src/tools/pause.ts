import { settleOnce } from "../core/settleOnce.js";
import type { Timer } from "../core/timer.js";

/** How long, on which clock, and what the wait is called among the live ones. */
export interface Pause {
  readonly timer: Timer;
  readonly ms: number;
  readonly label: string;
}

/** Resolves after the pause between two looks, or as soon as the wait that they belong to has ended. */
export async function pause({ timer, ms, label }: Pause, ended: AbortSignal): Promise<void> {
  if (ended.aborted) return;
  const over = settleOnce<"over">();
  const wake = (): void => {
    over.settle("over");
  };
  const cancel = timer.after(ms, label, wake);
  ended.addEventListener("abort", wake);
  await over.settled;
  ended.removeEventListener("abort", wake);
  cancel();
}
