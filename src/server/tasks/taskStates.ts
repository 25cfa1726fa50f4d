import type { Effect } from "../../core/refusal.js";
import { RPC_ERROR_CODE } from "../../core/rpcErrorCode.js";
import type { StretchEnd } from "../../elicitation/taskQuestion.js";
import type { StoredTask, TaskState, WorkingState } from "./storedTask.js";

/** Nobody will ever finish it, and nobody may run it again. */
export const WORKER_DIED: TaskState = {
  is: "failed",
  error: {
    code: RPC_ERROR_CODE.internalError,
    message: "The process that ran this call ended before the call was done; it may have reached a device.",
  },
};

/** It says that this process works on it, and this process does not: an older state of it has come back. */
export const END_FORGOTTEN: TaskState = {
  is: "failed",
  error: {
    code: RPC_ERROR_CODE.internalError,
    message: "The store of tasks forgot how this call ended; it may have reached a device.",
  },
};

/** Its place was needed. */
export const GAVE_WAY: TaskState = { is: "cancelled", effect: "did_not_run", why: "gave_way" };

/** Where the end of a stretch leaves a task. */
export function toStretchState(end: StretchEnd): TaskState {
  if (end.is === "result") return { is: "completed", result: end.result };
  return { is: "input_required", inputRequests: end.inputRequests, answers: {}, memo: end.memo };
}

/**
 * Where answers leave a task that waits: still waiting when some are missing, `working` when none is. Keys that are not open,
 * and a task that does not wait, are left alone; `undefined` then.
 */
export function takeAnswers(
  state: TaskState,
  answers: Readonly<Record<string, unknown>>,
  working: WorkingState,
): TaskState | undefined {
  if (state.is !== "input_required") return undefined;
  const open = openKeys(state);
  const taken = Object.entries(answers).filter(([key]) => open.includes(key));
  if (taken.length === 0) return undefined;
  const merged = { ...state.answers, ...Object.fromEntries(taken) };
  return taken.length < open.length ? { ...state, answers: merged } : working;
}

/** The keys that nobody has answered yet. */
export function openKeys({
  inputRequests,
  answers,
}: Pick<Extract<TaskState, { is: "input_required" }>, "inputRequests" | "answers">): readonly string[] {
  return Object.keys(inputRequests).filter((key) => !Object.hasOwn(answers, key));
}

/** Where the owner's wish that it should end leaves a task; `undefined` for one that has ended. */
export function toCancelled(
  { state, call }: Pick<StoredTask, "state" | "call">,
  effectWhenStopped: (toolName: string) => Effect,
): TaskState | undefined {
  switch (state.is) {
    case "working":
      return { is: "cancelled", effect: effectWhenStopped(call.name), why: "asked" };
    case "input_required":
      return { is: "cancelled", effect: "did_not_run", why: "asked" };
    default:
      return undefined;
  }
}
