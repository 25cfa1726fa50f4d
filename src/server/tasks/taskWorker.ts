import { randomUUID } from "node:crypto";
import type { Log } from "../../core/log.js";
import { pause } from "../../core/pause.js";
import { RPC_ERROR_CODE } from "../../core/rpcErrorCode.js";
import { settleOnce, type SettleOnce } from "../../core/settleOnce.js";
import type { Timer } from "../../core/timer.js";
import type { TaskStretch, StretchEnd } from "../../elicitation/taskQuestion.js";
import type { ReportProgress } from "../callProgress.js";
import { toProtocolError } from "../protocolFailure.js";
import type { MoveTask } from "./moveTask.js";
import type { StoredTask, TaskState, WorkingState } from "./storedTask.js";
import { toStretchState } from "./taskStates.js";
import { type HoldProcess, TaskStoreError } from "./taskStore.js";

/** Progress is written down that often at the most, in milliseconds. */
const PROGRESS_EVERY_MS = 1000;

/** So long after the end of a task could not be kept, it is tried again, in milliseconds. */
const KEEP_AGAIN_MS = 1000;

/** A stretch that says how far it has come. */
export interface WorkingStretch extends TaskStretch {
  readonly report: ReportProgress;
}

/** The work of this process, one stretch of a task each. */
export interface TaskWorker {
  /** Names a stretch before the store is told that a task is in its hands. Ends with `run` or `forget`. */
  expect(): ExpectedStretch;
  /** Whether this worker has that stretch of a task, or is about to have it. */
  has(stretch: string): boolean;
  /** Stops a task's stretch at its next safe point, if it runs here. What it still comes to is dropped by whoever ended the task. */
  stop(taskId: string): void;
  /** Stops everything and keeps that it was stopped. What is expected runs no more. */
  close(): Promise<void>;
}

/** A stretch that has not begun. */
export interface ExpectedStretch {
  /** What a task says that is in the stretch's hands. */
  readonly state: WorkingState;
  /** Runs it on a task that is in its hands, and keeps how it ended. Does not wait for it. */
  run(task: StoredTask, work: (stretch: WorkingStretch) => Promise<StretchEnd>): void;
  /** It does not come to it. */
  forget(): void;
}

/** What a worker is made of. */
export interface TaskWorkerParts {
  /** What tasks in this worker's hands say. */
  readonly name: string;
  readonly move: MoveTask;
  /** Called for each stretch that runs. */
  readonly hold: HoldProcess;
  readonly timer: Timer;
  readonly log: Log;
}

/** One stretch that is expected or runs. */
interface Stretch {
  taskId: string | undefined;
  readonly stop: AbortController;
  readonly over: SettleOnce<undefined>;
}

/** Makes a worker that has nothing to do yet. */
export function createTaskWorker({ name, move, hold, timer, log }: TaskWorkerParts): TaskWorker {
  const closing = new AbortController();
  /** By their names. */
  const stretches = new Map<string, Stretch>();

  /** Only a task that is still in that stretch's hands: it may have been ended, or this process taken for dead. */
  const moveOwn = async (taskId: string, stretch: string, state: TaskState): Promise<void> => {
    await move(taskId, (task) => (task.state.is === "working" && task.state.stretch === stretch ? state : undefined));
  };
  /** Nobody else has the result, so it is not let go of before it is kept. */
  const keepEnd = async (taskId: string, stretch: string, end: TaskState): Promise<void> => {
    for (;;) {
      try {
        await moveOwn(taskId, stretch, end);
        return;
      } catch (error) {
        log.warn("the end of a task could not be kept", { error: String(error) });
        if (closing.signal.aborted || !(error instanceof TaskStoreError)) return;
        await pause({ timer, ms: KEEP_AGAIN_MS, label: "task: keep its end", signal: closing.signal });
      }
    }
  };
  const createReport = (taskId: string, working: WorkingState): ReportProgress => {
    let writtenAt = -Infinity;
    return ({ done, total, message }) => {
      if (Math.abs(timer.now() - writtenAt) < PROGRESS_EVERY_MS) return;
      writtenAt = timer.now();
      const progress = total === undefined ? message : `${message} (${Math.round((100 * done) / total)} %)`;
      moveOwn(taskId, working.stretch, { ...working, progress }).catch((error: unknown) => {
        log.warn("the progress of a task could not be kept", { error: String(error) });
      });
    };
  };

  return {
    expect() {
      const state: WorkingState = { is: "working", worker: name, stretch: randomUUID() };
      const stretch: Stretch = { taskId: undefined, stop: new AbortController(), over: settleOnce() };
      const forget = (): void => {
        stretches.delete(state.stretch);
        stretch.over.settle(undefined);
      };
      stretches.set(state.stretch, stretch);
      return {
        state,
        forget,
        run({ taskId, call, caller }, work) {
          stretch.taskId = taskId;
          const signal = AbortSignal.any([stretch.stop.signal, closing.signal]);
          const release = hold();
          const report = createReport(taskId, state);
          const begin = async (): Promise<StretchEnd> => {
            closing.signal.throwIfAborted();
            return await work({ call, caller, signal, report });
          };
          void endOf(begin(), { call, signal, log })
            .then((end) => keepEnd(taskId, state.stretch, end))
            .then(() => {
              forget();
              release();
            });
        },
      };
    },
    has: (stretch) => stretches.has(stretch),
    stop(taskId) {
      for (const stretch of stretches.values()) if (stretch.taskId === taskId) stretch.stop.abort("the task was ended");
    },
    async close() {
      closing.abort("the server stops");
      // Again, because what was expected may run by now, if only to say that it was stopped.
      while (stretches.size > 0) await Promise.all([...stretches.values()].map(({ over }) => over.settled));
    },
  };
}

const STOPPED: TaskState = {
  is: "failed",
  error: {
    code: RPC_ERROR_CODE.internalError,
    message: "The server stopped before the call was done; it may have reached a device.",
  },
};

/** Like a call that is answered at once: a result is a result whatever it says, and what is thrown is a JSON-RPC error. */
async function endOf(
  stretch: Promise<StretchEnd>,
  { call, signal, log }: Pick<TaskStretch, "call" | "signal"> & { readonly log: Log },
): Promise<TaskState> {
  try {
    return toStretchState(await stretch);
  } catch (error) {
    if (signal.aborted) return STOPPED;
    const { code, message } = toProtocolError(error, call, log);
    return { is: "failed", error: { code, message } };
  }
}
