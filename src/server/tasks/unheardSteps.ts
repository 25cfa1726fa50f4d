import type { Log } from "../../core/log.js";
import { pause } from "../../core/pause.js";
import type { Timer } from "../../core/timer.js";
import { TaskStoreError } from "./taskStore.js";

/** So long after the store could not be used, it is tried again, in milliseconds. */
const TRY_AGAIN_MS = 1000;

/** So many steps are remembered at the most. What became of one on top is found when somebody looks at its task. */
const REMEMBERED = 1024;

/** A change in the store of which this process may not hear whether it was made. */
export interface Step<T> {
  readonly taskId: string;
  /** @throws TaskStoreError when it is not known whether the change was made, or will be. */
  readonly take: () => Promise<T>;
  /**
   * Brings such a change to an end that is known: undoes it and keeps it from being made, or does what belongs to it if it
   * was made. Doing it twice is doing it once.
   *
   * @throws TaskStoreError, and then it is called again
   */
  readonly settle: () => Promise<void>;
  /** It was not taken, and nothing is left to be done. Called once at the most. */
  readonly over?: () => void;
}

/** The steps of this process that it has not heard of. */
export interface UnheardSteps {
  /** Takes a step. One that is not heard of throws, and is settled as soon as the store answers again. */
  take<T>(step: Step<T>): Promise<T>;
  /**
   * Settles at once what a task has to be rid of before it can go on.
   *
   * @throws TaskStoreError when the store still does not answer
   */
  settle(taskId: string): Promise<void>;
  /** Gives up on all that are left. */
  close(): Promise<void>;
}

/** Makes a list with nothing to settle. It waits on a timer only while there is something. */
export function createUnheardSteps({ timer, log }: { readonly timer: Timer; readonly log: Log }): UnheardSteps {
  const closing = new AbortController();
  const steps = new Set<Unheard>();
  let settling: Promise<void> | undefined;

  const settle = async (step: Unheard): Promise<void> => {
    try {
      await step.settle();
    } catch (error) {
      if (error instanceof TaskStoreError) throw error;
      log.error("a step of a task that was not heard of could not be settled", { error: String(error) });
    }
    if (steps.delete(step)) step.over?.();
  };
  const tryAll = async (): Promise<void> => {
    try {
      for (const step of steps) await settle(step);
    } catch (error) {
      if (!(error instanceof TaskStoreError)) throw error;
    }
  };
  const settleAll = async (): Promise<void> => {
    do {
      await pause({ timer, ms: TRY_AGAIN_MS, label: "task: settle what was not heard of", signal: closing.signal });
      if (closing.signal.aborted) return;
      await tryAll();
    } while (steps.size > 0);
    settling = undefined;
  };
  const remember = (step: Unheard): void => {
    if (closing.signal.aborted || steps.size >= REMEMBERED) {
      step.over?.();
      return;
    }
    steps.add(step);
    settling ??= settleAll();
  };

  return {
    async take(step) {
      try {
        return await step.take();
      } catch (error) {
        if (error instanceof TaskStoreError) remember(step);
        else step.over?.();
        throw error;
      }
    },
    async settle(taskId) {
      for (const step of steps) if (step.taskId === taskId) await settle(step);
    },
    async close() {
      closing.abort();
      await settling;
      for (const step of steps) step.over?.();
      steps.clear();
    },
  };
}

type Unheard = Omit<Step<unknown>, "take">;
