import type { StoredTask } from "./storedTask.js";

/** How many tasks a store holds at the same time. */
export interface TaskLimits {
  /** Tasks of one owner that work or wait. */
  readonly openPerOwner: number;
  /** Tasks of all owners that work or wait. */
  readonly openInAll: number;
  /** Finished tasks of all owners; the one that finished first is forgotten first. */
  readonly finishedInAll: number;
}

/** How a creation went. The two refusals leave nothing behind. */
export type Creation = "created" | "owner_full" | "full";

/** A look at open tasks. */
export interface OpenTasks {
  /** The one whose last replacement is longest ago comes first. A store may leave out the last ones, for their size. */
  readonly tasks: readonly StoredTask[];
  /**
   * Whether others counted as open until now with which nobody can go on, since the store has lost them or another version
   * wrote them in another layout. They are forgotten.
   */
  readonly hasDropped: boolean;
}

/** Keeps this process from ending for want of clients, until the function that it gives back is called. */
export type HoldProcess = () => () => void;

/** Holds nothing, for a process that does not end by itself. */
export const HOLD_NOTHING: HoldProcess = () => () => undefined;

/**
 * Where tasks are kept: in this process, or in one place that several replicas share. Values are plain JSON, every method
 * may take a round trip, and what two replicas could do to one task at the same moment (answer, cancel, finish, report) is
 * decided by `replace` alone: of several replacements of one version exactly one is taken.
 *
 * A replica that dies: what only waits is in nobody's hands, so nothing becomes of it, and any other replica takes its
 * answer. What it was working on is lost with it. Its tasks still say `working` under its name, until somebody looks at
 * them, finds by `isWorkerAlive` that nobody will ever finish them, and replaces them with a failure. No task is ever run
 * again: the work may have reached a device.
 *
 * Every method throws `TaskStoreError` when the place cannot be reached or does not take what it is given. After a
 * `replace` or `create` that threw it is not known whether it was done, or still will be: it may be on its way.
 */
export interface TaskStore {
  /** What `working` tasks call this process. No other process, earlier or later, has the same name. */
  readonly worker: string;
  /** Keeps a task of version 1. It can be read from anywhere when this has resolved. */
  create(task: StoredTask): Promise<Creation>;
  /**
   * Undoes a creation that threw: when this has resolved, the task is not there and counts as nothing, and it will not come
   * either. For ids that nobody else has heard of.
   */
  withdraw(task: Pick<StoredTask, "taskId" | "owner">): Promise<void>;
  /** The task as it is now; `undefined` for one that never was, or that is forgotten. */
  read(taskId: string): Promise<StoredTask | undefined>;
  /**
   * Puts `next` in the place of the version before it. `false`, and nothing is changed, when that is not the one that is
   * there: then read it again. A finished task no longer counts as open.
   */
  replace(next: StoredTask): Promise<boolean>;
  /** The open tasks, of this owner or of all. */
  openTasks(owner?: string): Promise<OpenTasks>;
  /**
   * Whether that process may still finish what it works on. May say yes for a while after a death, never no for one that
   * lives and reaches the store. A process that was taken for dead finds its replacements refused.
   */
  isWorkerAlive(worker: string): Promise<boolean>;
  /** Tells whichever process works on a task that it was ended by somebody else. May get lost: it only saves work. */
  announceEnd(taskId: string): Promise<void>;
  /** Hears announcements, its own too, until the function that it gives back is called. */
  onEnd(listener: (taskId: string) => void): () => void;
  /** Lets go of the place. What is kept there stays. */
  close(): Promise<void>;
}

/** The store cannot be reached or does not take what it is given. `message` says why, for a client, and holds no secret. */
export class TaskStoreError extends Error {
  override readonly name = "TaskStoreError";
}
