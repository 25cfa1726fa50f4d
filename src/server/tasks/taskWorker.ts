import type { Log } from "../../core/log.js";
import { pause } from "../../core/pause.js";
import { RPC_ERROR_CODE } from "../../core/rpcErrorCode.js";
import type { Timer } from "../../core/timer.js";
import type { TaskTurn, TurnEnd } from "../../elicitation/taskQuestion.js";
import type { ReportProgress } from "../callProgress.js";
import { toProtocolError } from "../protocolFailure.js";
import type { MoveTask } from "./moveTask.js";
import type { StoredTask, TaskState } from "./storedTask.js";
import { toTurnState } from "./taskStates.js";
import { type HoldProcess, TaskStoreError } from "./taskStore.js";

/** Progress is written down that often at the most, in milliseconds. */
const PROGRESS_EVERY_MS = 1000;

/** So long after the end of a task could not be kept, it is tried again, in milliseconds. */
const KEEP_AGAIN_MS = 1000;

/** A turn that says how far it has come. */
export interface WorkingTurn extends TaskTurn {
  readonly report: ReportProgress;
}

/** The work of this process, one turn of a task each. */
export interface TaskWorker {
  /** Runs a turn of a task that is in this worker's hands, and keeps how it ended. Does not wait for it. */
  run(task: StoredTask, turn: (turn: WorkingTurn) => Promise<TurnEnd>): void;
  /** Stops a turn at its next safe point, if it runs here. What it still comes to is dropped by whoever ended the task. */
  stop(taskId: string): void;
  /** Stops everything and keeps that it was stopped. */
  close(): Promise<void>;
}

/** What a worker is made of. */
export interface TaskWorkerParts {
  /** What tasks in this worker's hands say. */
  readonly name: string;
  readonly move: MoveTask;
  /** Called for each turn that runs. */
  readonly hold: HoldProcess;
  readonly timer: Timer;
  readonly log: Log;
}

/** Makes a worker that has nothing to do yet. */
export function createTaskWorker({ name, move, hold, timer, log }: TaskWorkerParts): TaskWorker {
  const closing = new AbortController();
  const running = new Map<string, { readonly stop: AbortController; readonly kept: Promise<void> }>();

  /** Only a task that is still in this worker's hands: it may have been cancelled, or this process taken for dead. */
  const moveOwn = async (taskId: string, state: TaskState): Promise<void> => {
    await move(taskId, (task) => (task.state.is === "working" && task.state.worker === name ? state : undefined));
  };
  /** Nobody else has the result, so it is not let go of before it is kept. */
  const keepEnd = async (taskId: string, end: TaskState): Promise<void> => {
    for (;;) {
      try {
        await moveOwn(taskId, end);
        return;
      } catch (error) {
        log.warn("the end of a task could not be kept", { error: String(error) });
        if (closing.signal.aborted || !(error instanceof TaskStoreError)) return;
        await pause({ timer, ms: KEEP_AGAIN_MS, label: "task: keep its end", signal: closing.signal });
      }
    }
  };
  const createReport = (taskId: string): ReportProgress => {
    let writtenAt = -Infinity;
    return ({ done, total, message }) => {
      if (Math.abs(timer.now() - writtenAt) < PROGRESS_EVERY_MS) return;
      writtenAt = timer.now();
      const progress = total === undefined ? message : `${message} (${Math.round((100 * done) / total)} %)`;
      moveOwn(taskId, { is: "working", worker: name, progress }).catch((error: unknown) => {
        log.warn("the progress of a task could not be kept", { error: String(error) });
      });
    };
  };

  return {
    run({ taskId, call, caller }, turn) {
      const stop = new AbortController();
      const { signal } = stop;
      const release = hold();
      const work = async (): Promise<void> => {
        await keepEnd(
          taskId,
          await endOf(turn({ call, caller, signal, report: createReport(taskId) }), { call, signal, log }),
        );
        running.delete(taskId);
        release();
      };
      running.set(taskId, { stop, kept: work() });
    },
    stop: (taskId) => running.get(taskId)?.stop.abort("the task was ended"),
    async close() {
      closing.abort();
      const all = [...running.values()];
      for (const { stop } of all) stop.abort("the server stops");
      await Promise.all(all.map(({ kept }) => kept));
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
  turn: Promise<TurnEnd>,
  { call, signal, log }: Pick<TaskTurn, "call" | "signal"> & { readonly log: Log },
): Promise<TaskState> {
  try {
    return toTurnState(await turn);
  } catch (error) {
    if (signal.aborted) return STOPPED;
    const { code, message } = toProtocolError(error, call, log);
    return { is: "failed", error: { code, message } };
  }
}
