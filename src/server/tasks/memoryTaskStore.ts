import { randomUUID } from "node:crypto";
import type { Timer } from "../../core/timer.js";
import { isFinished, type StoredTask } from "./storedTask.js";
import { HOLD_NOTHING, type HoldProcess, type TaskLimits, type TaskStore } from "./taskStore.js";

/** What a memory store is made of. */
export interface MemoryTaskStoreParts {
  readonly timer: Pick<Timer, "now">;
  readonly limits: TaskLimits;
  /** Called for each task that works or waits: it would be gone with the process. */
  readonly hold?: HoldProcess;
}

/**
 * A store in this process. Nothing outlives it: after a restart every id is unknown. It waits on no timer: what has expired
 * is gone for a reader at once, and cleared away with the next write.
 */
export function createMemoryTaskStore({ timer, limits, hold = HOLD_NOTHING }: MemoryTaskStoreParts): TaskStore {
  const worker = randomUUID();
  /** By id; both in the order of the last replacement, so that the oldest comes first. */
  const open = new Map<string, StoredTask>();
  const finished = new Map<string, StoredTask>();
  /** By the ids of `open`. */
  const releases = new Map<string, () => void>();
  const listeners = new Set<(taskId: string) => void>();

  const hasExpired = ({ expiresAt }: StoredTask): boolean => expiresAt !== null && expiresAt <= timer.now();
  const letGo = (taskId: string): void => {
    releases.get(taskId)?.();
    releases.delete(taskId);
  };
  const put = (task: StoredTask): void => {
    open.delete(task.taskId);
    (isFinished(task) ? finished : open).set(task.taskId, task);
    if (isFinished(task)) letGo(task.taskId);
    for (const old of finished.values()) {
      if (finished.size <= limits.finishedInAll && !hasExpired(old)) break;
      finished.delete(old.taskId);
    }
  };
  const openOf = (owner: string | undefined): readonly StoredTask[] =>
    [...open.values()].filter((task) => owner === undefined || task.owner === owner);

  return {
    worker,
    async create(task) {
      if (openOf(task.owner).length >= limits.openPerOwner) return "owner_full";
      if (open.size >= limits.openInAll) return "full";
      put(task);
      releases.set(task.taskId, hold());
      return "created";
    },
    async withdraw({ taskId }) {
      open.delete(taskId);
      letGo(taskId);
    },
    async read(taskId) {
      const task = open.get(taskId) ?? finished.get(taskId);
      return task === undefined || hasExpired(task) ? undefined : task;
    },
    async replace(next) {
      if (open.get(next.taskId)?.version !== next.version - 1) return false;
      put(next);
      return true;
    },
    openTasks: async (owner) => ({ tasks: openOf(owner), hasDropped: false }),
    isWorkerAlive: async (name) => name === worker,
    async announceEnd(taskId) {
      for (const listener of listeners) listener(taskId);
    },
    onEnd(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: async () => undefined,
  };
}
