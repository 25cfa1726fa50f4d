import type { CallToolResult, InputRequests } from "@modelcontextprotocol/server";
import { assertNever } from "../../core/assertNever.js";
import type { StoredTask, TaskError, TaskState } from "./storedTask.js";
import { openKeys } from "./taskStates.js";

/** The extension by which clients and servers say that they know tasks (2026-07-28, "Tasks"). */
export const TASKS_EXTENSION = "io.modelcontextprotocol/tasks";

/** How often a client is advised to look, in milliseconds. */
export const POLL_INTERVAL_MS = 500;

/** What every mention of a task says ("Task"). Times are ISO 8601. */
interface WireTask {
  readonly taskId: string;
  readonly status: TaskState["is"];
  readonly statusMessage?: string;
  readonly createdAt: string;
  readonly lastUpdatedAt: string;
  /** From creation; `null` while it works or waits, for which there is no limit. */
  readonly ttlMs: number | null;
  readonly pollIntervalMs: number;
}

/** What belongs to a status beside that ("DetailedTask"). */
interface WireDetails {
  readonly inputRequests?: InputRequests;
  readonly result?: CallToolResult & { readonly resultType: "complete" };
  readonly error?: TaskError;
}

/** The result of the `tools/call` that made the task. */
export function toCreateTaskResult(task: StoredTask): CallToolResult & WireTask & { readonly resultType: "task" } {
  // An empty `content` is what the SDK would put in; with it the result is one of the shapes that `tools/call` may have.
  return { resultType: "task", ...toWireTask(task), content: [] };
}

/** The result of `tasks/get`. What was answered is asked no more; what is still asked never changes. */
export function toTaskResult(task: StoredTask): WireTask & WireDetails & { readonly resultType: "complete" } {
  return { resultType: "complete", ...toWireTask(task), ...toDetails(task.state) };
}

function toWireTask({ taskId, state, createdAt, updatedAt, expiresAt }: StoredTask): WireTask {
  const statusMessage = toStatusMessage(state);
  return {
    taskId,
    status: state.is,
    ...(statusMessage === undefined ? {} : { statusMessage }),
    createdAt: new Date(createdAt).toISOString(),
    lastUpdatedAt: new Date(updatedAt).toISOString(),
    ttlMs: expiresAt === null ? null : expiresAt - createdAt,
    pollIntervalMs: POLL_INTERVAL_MS,
  };
}

function toStatusMessage(state: TaskState): string | undefined {
  switch (state.is) {
    case "working":
      return state.progress;
    case "input_required":
      return "Waits for an answer; nothing has run yet.";
    case "completed":
      return undefined;
    case "failed":
      return state.error.message;
    case "cancelled":
      if (state.why === "gave_way") return "It had waited for over an hour, and its place was needed. Nothing ran.";
      return state.effect === "did_not_run"
        ? "Cancelled. Nothing was done to a device (did_not_run)."
        : "Cancelled while it ran: something may have been done to the device (may_have_run).";
    default:
      return assertNever(state);
  }
}

function toDetails(state: TaskState): WireDetails {
  switch (state.is) {
    case "working":
    case "cancelled":
      return {};
    case "input_required": {
      const open = openKeys(state);
      const entries = Object.entries(state.inputRequests).filter(([key]) => open.includes(key));
      return { inputRequests: Object.fromEntries(entries) };
    }
    case "completed":
      return { result: { ...state.result, resultType: "complete" } };
    case "failed":
      return { error: state.error };
    default:
      return assertNever(state);
  }
}
