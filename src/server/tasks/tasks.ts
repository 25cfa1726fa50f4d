import { randomBytes } from "node:crypto";
import type { Log } from "../../core/log.js";
import type { Effect } from "../../core/refusal.js";
import type { Timer } from "../../core/timer.js";
import type { Caller } from "../../elicitation/caller.js";
import type { AbandonedStretch, AnsweredStretch, StretchEnd } from "../../elicitation/taskQuestion.js";
import { createMoveTask, type Move } from "./moveTask.js";
import type { StoredTask, TaskState, WorkingState } from "./storedTask.js";
import { END_FORGOTTEN, GAVE_WAY, takeAnswers, toCancelled, WORKER_DIED } from "./taskStates.js";
import { HOLD_NOTHING, type HoldProcess, type TaskLimits, type TaskStore } from "./taskStore.js";
import { createTaskWorker, type ExpectedStretch, type WorkingStretch } from "./taskWorker.js";
import { createUnheardSteps } from "./unheardSteps.js";

/** How many tasks one place holds. */
export const TASK_LIMITS: TaskLimits = { openPerOwner: 32, openInAll: 512, finishedInAll: 1024 };

/** A task that has waited for so long gives way when its place is needed, in milliseconds. */
const GIVES_WAY_AFTER_MS = 3_600_000;

/** 144 bits: between unkeyed callers the id is the only secret. */
const TASK_ID_BYTES = 18;

/** Which task, and who wants it. */
export interface TaskKey {
  readonly taskId: string;
  readonly owner: string;
}

/** What a task is made of. */
export interface TaskOpening {
  readonly owner: string;
  readonly call: StoredTask["call"];
  readonly caller: Caller;
  /** The first stretch. Those after it are of the request that brings the last answer. */
  readonly begin: (stretch: WorkingStretch) => Promise<StretchEnd>;
}

/** How the making of a task went. `too_many`: so many may work or wait, of this owner or in all. */
export type TaskStart =
  { readonly is: "started"; readonly task: StoredTask } | { readonly is: "too_many"; readonly limit: number };

/** The tasks of one process. All of its server instances share them, and through the store other processes do too. */
export interface Tasks {
  /** Makes a task and begins its work. The task can be read from anywhere when this has resolved. */
  start(opening: TaskOpening): Promise<TaskStart>;
  /** The owner's task as it is now; for everybody else there is none. */
  read(key: TaskKey): Promise<StoredTask | undefined>;
  /**
   * Takes answers to what is open, and goes on with the work when none is missing. Other keys, and answers to a task that
   * does not wait, are nothing. `false` when the owner has no such task.
   */
  answer(key: TaskKey, answers: Answers, resume: ResumeTask): Promise<boolean>;
  /**
   * Ends the task as cancelled, unless it has ended, and stops its work. `abandon` hears of questions that nobody will
   * answer now. `false` when the owner has no such task.
   */
  cancel(key: TaskKey, abandon: (stretch: AbandonedStretch) => void): Promise<boolean>;
  /** Stops all work of this process; its tasks end as failed. */
  close(): Promise<void>;
}

/** What a client sent, by the keys of what it was asked. */
type Answers = Readonly<Record<string, unknown>>;

/** Goes on with a task whose questions are answered. */
export type ResumeTask = (stretch: AnsweredStretch & WorkingStretch) => Promise<StretchEnd>;

/** Whether the process of this name may still finish what it works on. */
type AskWhetherAlive = (worker: string) => Promise<boolean>;

/** What the tasks of a process are made of. */
export interface TasksParts {
  readonly store: TaskStore;
  /** Those that the store keeps to, to be told of. */
  readonly limits: TaskLimits;
  /** What may have been done to a device when a call of this tool is stopped while it runs. */
  readonly effectWhenStopped: (toolName: string) => Effect;
  /** Called for each task that this process works on. */
  readonly hold?: HoldProcess;
  readonly timer: Timer;
  readonly log: Log;
}

/** Makes the tasks of a process over a store, which closes with them. */
export function createTasks(parts: TasksParts): Tasks {
  const { store, limits, effectWhenStopped, hold = HOLD_NOTHING, timer, log } = parts;
  const move = createMoveTask(store, timer);
  const worker = createTaskWorker({ name: store.worker, move, hold, timer, log });
  const unheard = createUnheardSteps({ timer, log });
  const stopHearing = store.onEnd((taskId) => {
    worker.stop(taskId);
  });

  /** How a task that says that it works has failed; `undefined` when somebody does work on it. */
  const failureOf = async (
    { worker: name, stretch }: WorkingState,
    isAlive: AskWhetherAlive,
  ): Promise<TaskState | undefined> => {
    if (name === store.worker) return worker.has(stretch) ? undefined : END_FORGOTTEN;
    return (await isAlive(name)) ? undefined : WORKER_DIED;
  };
  const askStore: AskWhetherAlive = async (name) => await store.isWorkerAlive(name);
  /** The task as it is, after it was failed if nobody works on it any more. */
  const lookAt = async (task: StoredTask, isAlive = askStore): Promise<StoredTask | undefined> => {
    const { taskId, state } = task;
    if (state.is !== "working") return task;
    const failure = await failureOf(state, isAlive);
    if (failure === undefined) return task;
    await move(taskId, (now) => (isInStretch(now, state.stretch) ? failure : undefined));
    return await store.read(taskId);
  };
  const find = async ({ taskId, owner }: TaskKey): Promise<StoredTask | undefined> => {
    await unheard.settle(taskId);
    const task = await store.read(taskId);
    return task?.owner === owner ? await lookAt(task) : undefined;
  };
  /** Ends what nobody works on any more, or else the oldest question if nobody seems to want it; `false` when there is none. */
  const makeWay = async (owner: string | undefined): Promise<boolean> => {
    const { tasks, hasDropped } = await store.openTasks(owner);
    const isAlive = askOnce(askStore);
    let hasRoom = hasDropped;
    for (const task of tasks) {
      if (task.state.is === "working" && (await lookAt(task, isAlive))?.state.is !== "working") hasRoom = true;
    }
    if (hasRoom) return true;
    const oldest = tasks.find(({ state }) => state.is === "input_required");
    if (oldest === undefined || timer.now() - oldest.updatedAt < GIVES_WAY_AFTER_MS) return false;
    await move(oldest.taskId, ({ version }) => (version === oldest.version ? GAVE_WAY : undefined));
    return true;
  };
  const create = async (task: StoredTask): Promise<TaskStart> => {
    for (;;) {
      const creation = await store.create(task);
      if (creation === "created") return { is: "started", task };
      const isOwners = creation === "owner_full";
      if (!(await makeWay(isOwners ? task.owner : undefined))) {
        return { is: "too_many", limit: isOwners ? limits.openPerOwner : limits.openInAll };
      }
    }
  };
  /** Takes answers to a task; when it is not known whether they were taken, it is to wait for them again. */
  const takeThem = async (
    { taskId }: TaskKey,
    answers: Answers,
    stretch: ExpectedStretch,
  ): Promise<Move | undefined> => {
    let before: StoredTask | undefined;
    return await unheard.take({
      taskId,
      take: () =>
        move(taskId, (task) => {
          before = task;
          return takeAnswers(task.state, answers, stretch.state);
        }),
      async settle() {
        // A new version, even of the same state, also keeps away a replacement that is still on its way.
        await move(taskId, (now) =>
          now.version === before?.version || isInStretch(now, stretch.state.stretch) ? before?.state : undefined,
        );
      },
      over: stretch.forget,
    });
  };

  return {
    async start({ owner, call, caller, begin }) {
      const now = timer.now();
      const stretch = worker.expect();
      const taskId = randomBytes(TASK_ID_BYTES).toString("base64url");
      const task = {
        ...{ taskId, version: 1, owner, call, caller },
        ...{ createdAt: now, updatedAt: now, expiresAt: null },
        state: stretch.state,
      };
      const start = await unheard.take({
        taskId,
        take: () => create(task),
        settle: () => store.withdraw(task),
        over: stretch.forget,
      });
      if (start.is === "started") stretch.run(task, begin);
      else stretch.forget();
      return start;
    },
    read: find,
    async answer(key, answers, resume) {
      if ((await find(key)) === undefined) return false;
      const stretch = worker.expect();
      const moved = await takeThem(key, answers, stretch);
      if (moved?.before.state.is !== "input_required" || moved.after.state.is !== "working") {
        stretch.forget();
        return true;
      }
      const { memo, answers: earlier } = moved.before.state;
      stretch.run(moved.after, async (begun) => await resume({ ...begun, memo, answers: { ...earlier, ...answers } }));
      return true;
    },
    async cancel(key, abandon) {
      const { taskId } = key;
      if ((await find(key)) === undefined) return false;
      let before: StoredTask | undefined;
      const follow = async (): Promise<void> => {
        if (before?.state.is !== "input_required") await store.announceEnd(taskId);
        else abandon({ call: before.call, caller: before.caller, memo: before.state.memo });
      };
      await unheard.take({
        taskId,
        async take() {
          const moved = await move(taskId, (task) => {
            before = task;
            return toCancelled(task, effectWhenStopped);
          });
          if (moved !== undefined) await follow();
        },
        async settle() {
          const now = await store.read(taskId);
          if (now?.state.is === "cancelled" && now.version - 1 === before?.version) await follow();
        },
      });
      return true;
    },
    async close() {
      stopHearing();
      await Promise.all([unheard.close(), worker.close()]);
      await store.close();
    },
  };
}

function isInStretch({ state }: StoredTask, stretch: string): boolean {
  return state.is === "working" && state.stretch === stretch;
}

/** Asks once after each process: for one look at many tasks. */
function askOnce(ask: AskWhetherAlive): AskWhetherAlive {
  const known = new Map<string, boolean>();
  return async (name) => {
    const isAlive = known.get(name) ?? (await ask(name));
    known.set(name, isAlive);
    return isAlive;
  };
}
