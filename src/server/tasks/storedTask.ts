import type { CallToolResult, InputRequests } from "@modelcontextprotocol/server";
import type { Effect } from "../../core/refusal.js";
import type { Caller } from "../../elicitation/caller.js";
import type { ToolCall } from "../../elicitation/targetQuestion.js";

/**
 * One task, as a store keeps it: plain JSON, so that any process can go on with it. Whatever a task waits for is in here
 * and nowhere else; only the work itself belongs to a process.
 */
export interface StoredTask {
  /** Unguessable, visible ASCII. */
  readonly taskId: string;
  /** One at creation, and one more with each replacement. */
  readonly version: number;
  /** Who made it and alone may see it: a hash, never the session key itself. */
  readonly owner: string;
  readonly call: Pick<ToolCall, "name" | "arguments">;
  /** What the request that made the task said of its client; later requests do not change it. */
  readonly caller: Caller;
  /** Milliseconds since the Unix epoch, as the next two. */
  readonly createdAt: number;
  readonly updatedAt: number;
  /** When a finished task is forgotten; `null` while it works or waits, for which there is no limit in time. */
  readonly expiresAt: number | null;
  readonly state: TaskState;
}

/** Where a task is. The last three are ends: nothing follows them. */
export type TaskState =
  | WorkingState
  | InputRequiredState
  | { readonly is: "completed"; readonly result: CallToolResult }
  /** Only for what would be a JSON-RPC error; a refusal is a result. */
  | { readonly is: "failed"; readonly error: TaskError }
  /** `effect`: whether anything may have been done to a device. */
  | { readonly is: "cancelled"; readonly effect: Effect; readonly why: CancelReason };

/** A task that somebody works on. */
export interface WorkingState {
  readonly is: "working";
  /** The process that has the work. */
  readonly worker: string;
  /** The name of the stretch. No other has it, of this task or of any. */
  readonly stretch: string;
  /** How far it says it is, for a person. */
  readonly progress?: string;
}

/** A task that waits for its client. No process has it: whoever takes the last answer goes on with the work. */
export interface InputRequiredState {
  readonly is: "input_required";
  /** Everything that was asked, under keys that are used once in a task's life; never changed once written. */
  readonly inputRequests: InputRequests;
  /** What came in so far, by key, as it came. */
  readonly answers: Readonly<Record<string, unknown>>;
  /** What the work has to know to go on, for itself. */
  readonly memo: unknown;
}

/** A JSON-RPC error. */
export interface TaskError {
  readonly code: number;
  readonly message: string;
}

/** `gave_way`: it had waited long, and its place was needed. */
export type CancelReason = "asked" | "gave_way";

/** Whether nothing can happen to the task any more. */
export function isFinished({ state }: Pick<StoredTask, "state">): boolean {
  return state.is === "completed" || state.is === "failed" || state.is === "cancelled";
}
