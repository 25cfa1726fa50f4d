import type { CallToolResult } from "@modelcontextprotocol/server";
import { createInFlight } from "../../../src/daemon/inFlight.js";
import type { StretchEnd } from "../../../src/elicitation/taskQuestion.js";
import { createMemoryTaskStore } from "../../../src/server/tasks/memoryTaskStore.js";
import type { StoredTask } from "../../../src/server/tasks/storedTask.js";
import { createTasks, type TaskOpening, type Tasks, type TaskStart } from "../../../src/server/tasks/tasks.js";
import type { TaskStore } from "../../../src/server/tasks/taskStore.js";
import type { WorkingStretch } from "../../../src/server/tasks/taskWorker.js";
import { type ManualTimer, manualTimer } from "../../support/manualTimer.js";
import { recordingLog, type RecordingLog } from "../../support/recordingLog.js";
import { settled } from "../../support/settled.js";
import { storedTask, WAITING } from "./storedTasks.js";

/** One process's tasks over a store that other processes may share, with the work in the test's hand. */
export interface TaskWorld {
  readonly timer: ManualTimer;
  readonly store: TaskStore;
  readonly tasks: Tasks;
  readonly log: RecordingLog;
  /** How often the work holds this process; what the store holds is not in it. */
  held(): number;
  /** Makes a task of `owner-1`; its work waits to be told how to end. */
  start(changes?: Partial<TaskOpening>): Promise<RunningTask>;
  /** Makes a task that waits for its answer. */
  startWaiting(owner?: string): Promise<string>;
  /** The task as it is kept. */
  kept(taskId: string): Promise<StoredTask | undefined>;
}

/** A task whose work is under way. */
export interface RunningTask {
  readonly taskId: string;
  readonly stretch: WorkingStretch;
  /** Ends the work with a result of this text. */
  end(text: string): Promise<void>;
  /** Ends the work with a question. */
  ask(): Promise<void>;
  /** Ends the work with this error. */
  fail(error: unknown): Promise<void>;
}

/** Makes one. Small limits, so that a test reaches them. */
export function taskWorld(
  wrap: (store: TaskStore) => TaskStore = (store) => store,
  timer: ManualTimer = manualTimer(),
): TaskWorld {
  const log = recordingLog();
  const holds = createInFlight();
  const limits = { openPerOwner: 2, openInAll: 3, finishedInAll: 4 };
  const store = wrap(createMemoryTaskStore({ timer, limits }));
  const tasks = createTasks({
    store,
    limits,
    effectWhenStopped: (tool) => (tool === "installApp" ? "may_have_run" : "did_not_run"),
    hold: holds.enter,
    timer,
    log,
  });
  const open = async (changes: Partial<TaskOpening>): Promise<TaskStart> => {
    const { call, caller } = storedTask();
    return await tasks.start({ owner: "owner-1", call, caller, begin: async () => textEnd("done"), ...changes });
  };
  return {
    timer,
    store,
    tasks,
    log,
    held: holds.count,
    async start(changes = {}) {
      let settle:
        { readonly resolve: (end: StretchEnd) => void; readonly reject: (error: unknown) => void } | undefined;
      let stretch: WorkingStretch | undefined;
      const started = await open({
        begin: async (given) => {
          stretch = given;
          return await new Promise<StretchEnd>((resolve, reject) => {
            settle = { resolve, reject };
          });
        },
        ...changes,
      });
      if (started.is !== "started" || stretch === undefined) throw new Error("no task was made");
      return {
        taskId: started.task.taskId,
        stretch,
        async end(text) {
          settle?.resolve(textEnd(text));
          await settled();
        },
        async ask() {
          settle?.resolve(QUESTION);
          await settled();
        },
        async fail(error) {
          settle?.reject(error);
          await settled();
        },
      };
    },
    async startWaiting(owner = "owner-1") {
      const started = await open({ owner, begin: async () => QUESTION });
      if (started.is !== "started") throw new Error("no task was made");
      await settled();
      return started.task.taskId;
    },
    kept: async (taskId) => await store.read(taskId),
  };
}

/** The end of a stretch with a result of this text. */
export function textEnd(text: string): StretchEnd {
  return { is: "result", result: textResult(text) };
}

/** A result of this text. */
export function textResult(text: string): CallToolResult {
  return { content: [{ type: "text", text }] };
}

const QUESTION: StretchEnd = {
  is: "input_required",
  inputRequests: WAITING.inputRequests,
  memo: "what was offered",
};
