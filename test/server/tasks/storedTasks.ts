import type { InputRequiredState, StoredTask, TaskState } from "../../../src/server/tasks/storedTask.js";

/** What a task that was just made looks like, but for what a test says. */
export function storedTask(changes: Partial<StoredTask> = {}): StoredTask {
  return {
    taskId: "task-1",
    version: 1,
    owner: "owner-1",
    call: { name: "waitFor", arguments: { text: "Inbox" } },
    caller: { declared: "form", name: "scripted", version: "1.2.3" },
    createdAt: 1_700_000_000_000,
    updatedAt: 1_700_000_000_000,
    expiresAt: null,
    state: { is: "working", worker: "worker-1", stretch: "stretch-1" },
    ...changes,
  };
}

/** The same task in its next version. */
export function nextVersion(task: StoredTask, changes: Partial<StoredTask>): StoredTask {
  return { ...task, version: task.version + 1, ...changes };
}

/** A task that waits for its only question. */
export const WAITING: InputRequiredState = {
  is: "input_required",
  inputRequests: {
    deviceChoice: {
      method: "elicitation/create",
      params: {
        mode: "form",
        message: "Which one?",
        requestedSchema: { type: "object", properties: { deviceId: { type: "string" } }, required: ["deviceId"] },
      },
    },
  },
  answers: {},
  memo: { v: 1, offer: [["R3CN90ABCDE", "0011"]] },
};

/** A task that has its result. */
export const COMPLETED: TaskState = { is: "completed", result: { content: [{ type: "text", text: "seen" }] } };

/** A task that came to a JSON-RPC error. */
export const FAILED: TaskState = { is: "failed", error: { code: -32_603, message: "Internal error" } };

/** A task that was ended before it was done. */
export const CANCELLED: TaskState = { is: "cancelled", effect: "may_have_run", why: "asked" };
