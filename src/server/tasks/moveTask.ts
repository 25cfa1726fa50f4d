import type { Timer } from "../../core/timer.js";
import { isFinished, type StoredTask, type TaskState } from "./storedTask.js";
import type { TaskStore } from "./taskStore.js";

/** How long a finished task can still be read, in milliseconds. */
export const FINISHED_TASK_TTL_MS = 900_000;

/** A task in the version from which it was moved, and in the one to which. */
export interface Move {
  readonly before: StoredTask;
  readonly after: StoredTask;
}

/**
 * Moves a task on from whatever it is at that moment, however many others try the same. `toState` gives `undefined` when
 * there is nowhere to move it; so does this then, and for a task that is not there.
 *
 * @throws TaskStoreError
 */
export type MoveTask = (
  taskId: string,
  toState: (task: StoredTask) => TaskState | undefined,
) => Promise<Move | undefined>;

/** Moves the tasks of a store. */
export function createMoveTask(store: Pick<TaskStore, "read" | "replace">, timer: Pick<Timer, "now">): MoveTask {
  return async (taskId, toState) => {
    for (;;) {
      const before = await store.read(taskId);
      const state = before === undefined ? undefined : toState(before);
      if (before === undefined || state === undefined) return undefined;
      const after = toNextVersion(before, state, timer.now());
      if (await store.replace(after)) return { before, after };
    }
  };
}

function toNextVersion(task: StoredTask, state: TaskState, now: number): StoredTask {
  const next = { ...task, version: task.version + 1, updatedAt: now, state };
  return { ...next, expiresAt: isFinished(next) ? now + FINISHED_TASK_TTL_MS : null };
}
