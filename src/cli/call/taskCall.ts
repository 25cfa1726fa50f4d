import { type CallToolResult, isCallToolResult, ProtocolError } from "@modelcontextprotocol/client";
import {
  DispatchError,
  JsonRpcResponseError,
  type TaskEnabledSession,
  TaskFailedError,
  type TaskOutcome,
  type TaskView,
  type ToolExecution,
} from "@modelcontextprotocol/ext-tasks/client";
import { RPC_ERROR_CODE } from "../../core/rpcErrorCode.js";
import { type TaskClient, toJsonRecord } from "./taskClient.js";

/** A call that may run as a task. */
export interface TaskCall {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** For each request; a task itself may take as long as it does. */
  readonly timeoutMs: number;
  /** Ctrl-C: cancels the task. */
  readonly signal: AbortSignal;
  /** Told of the task when it changes. */
  readonly onTask: (task: TaskView) => void;
}

/** How such a call ended. */
export type TaskCallEnd =
  | { readonly is: "result"; readonly result: CallToolResult }
  /** Somebody cancelled the task. `said`: what the server says of it, such as whether it may have done something. */
  | { readonly is: "cancelled"; readonly said: string | undefined };

/**
 * Calls a tool, and waits for its task where the server makes one of it. Aborting the signal cancels the task, and waits
 * to hear what became of it.
 *
 * @throws ProtocolError for a JSON-RPC error, of the call or of its task; SdkError or what the connection met.
 */
export async function callAsTask({ session }: Pick<TaskClient, "session">, call: TaskCall): Promise<TaskCallEnd> {
  const { signal } = call;
  const sending = new AbortController();
  const stopSending = (): void => {
    sending.abort(signal.reason);
  };
  signal.addEventListener("abort", stopSending, { once: true });
  if (signal.aborted) stopSending();
  try {
    const execution = await session.callTool(call.name, toJsonRecord(call.arguments), {
      signal: sending.signal,
      requestTimeoutMs: call.timeoutMs,
    });
    // From here on the signal cancels the task, and the session is still needed to do that.
    signal.removeEventListener("abort", stopSending);
    return await settle(session, execution, call);
  } catch (error) {
    throw toCause(error);
  } finally {
    signal.removeEventListener("abort", stopSending);
  }
}

async function settle(
  session: TaskEnabledSession,
  execution: ToolExecution<unknown>,
  call: TaskCall,
): Promise<TaskCallEnd> {
  const { signal, onTask } = call;
  const cancel = (): void => {
    // A task that cannot be cancelled goes on, and so does the wait for it; a second Ctrl-C ends this process.
    execution.cancel().catch(() => undefined);
  };
  signal.addEventListener("abort", cancel, { once: true });
  if (signal.aborted) cancel();
  try {
    const { outcome } = await execution.settle({
      onEvent: (event) => {
        if (event.type === "task") onTask(event.task);
      },
    });
    if (outcome.status !== "cancelled" || execution.kind === "immediate") return toEnd(outcome);
    // The session ends with the acknowledgement; what became of the task is only then known.
    const task = await session.task(execution.handle.taskId, { requestTimeoutMs: call.timeoutMs }).snapshot();
    return { is: "cancelled", said: task.statusMessage };
  } finally {
    signal.removeEventListener("abort", cancel);
  }
}

function toEnd(outcome: TaskOutcome<unknown>): TaskCallEnd {
  switch (outcome.status) {
    case "completed": {
      if (!isCallToolResult(outcome.result))
        throw new ProtocolError(RPC_ERROR_CODE.internalError, "The server's result is none of a tool");
      const { resultType: _resultType, ...result } = outcome.result;
      return { is: "result", result };
    }
    case "failed":
      throw outcome.error;
    case "cancelled":
      return { is: "cancelled", said: outcome.task?.statusMessage };
  }
}

/** The extension's client wraps what happened; the command knows the errors of the SDK. */
function toCause(error: unknown): unknown {
  if (error instanceof DispatchError) return error.cause ?? error;
  const isOfServer = error instanceof JsonRpcResponseError || error instanceof TaskFailedError;
  if (!isOfServer || error.code === undefined) return error;
  return new ProtocolError(error.code, error.message, error.data);
}
