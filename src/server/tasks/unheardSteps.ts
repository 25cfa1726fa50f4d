import type { Log } from "../../core/log.js";
import { pause } from "../../core/pause.js";
import type { Timer } from "../../core/timer.js";
import { TaskStoreError } from "./taskStore.js";

/** So long after the store could not be used, it is tried again, in milliseconds. */
const TRY_AGAIN_MS = 1000;

/** So many steps are remembered at the most. What comes on top is found when somebody looks at it. */
const REMEMBERED = 1024;

/** A step that the store may have taken, or may still take, although this process heard of no such thing. */
export interface UnheardStep {
  readonly taskId: string;
  /**
   * Makes it as if the step had not been taken, whether it was, was not, or still comes. Undoing twice is undoing once.
   *
   * @throws TaskStoreError, and then it is called again
   */
  undo(): Promise<void>;
  /** The step is undone, or is given up on. Called once. */
  over(): void;
}

/** The steps that this process has to undo. */
export interface UnheardSteps {
  /** Undoes a step as soon as the store answers again. Does not wait for it. */
  add(step: UnheardStep): void;
  /**
   * Undoes at once what a task has to be rid of before it can go on.
   *
   * @throws TaskStoreError when the store still does not answer
   */
  settle(taskId: string): Promise<void>;
  /** Gives up on all that are left. */
  close(): Promise<void>;
}

/** Makes a list with nothing to undo. It waits on a timer only while there is something. */
export function createUnheardSteps({ timer, log }: { readonly timer: Timer; readonly log: Log }): UnheardSteps {
  const closing = new AbortController();
  const steps = new Set<UnheardStep>();
  let undoing: Promise<void> | undefined;

  const undo = async (step: UnheardStep): Promise<void> => {
    try {
      await step.undo();
    } catch (error) {
      if (error instanceof TaskStoreError) throw error;
      log.error("what was not heard of could not be undone", { error: String(error) });
    }
    if (steps.delete(step)) step.over();
  };
  const tryAll = async (): Promise<void> => {
    try {
      for (const step of steps) await undo(step);
    } catch (error) {
      if (!(error instanceof TaskStoreError)) throw error;
    }
  };
  const undoAll = async (): Promise<void> => {
    do {
      await pause({ timer, ms: TRY_AGAIN_MS, label: "task: undo what was not heard of", signal: closing.signal });
      if (closing.signal.aborted) return;
      await tryAll();
    } while (steps.size > 0);
    undoing = undefined;
  };

  return {
    add(step) {
      if (closing.signal.aborted || steps.size >= REMEMBERED) {
        step.over();
        return;
      }
      steps.add(step);
      undoing ??= undoAll();
    },
    async settle(taskId) {
      for (const step of steps) if (step.taskId === taskId) await undo(step);
    },
    async close() {
      closing.abort();
      await undoing;
      for (const step of steps) step.over();
      steps.clear();
    },
  };
}
