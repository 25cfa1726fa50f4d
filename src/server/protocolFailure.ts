import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import type { Log } from "../core/log.js";
import type { ToolCall } from "../elicitation/targetQuestion.js";
import { TaskStoreError } from "./tasks/taskStore.js";

/**
 * What a client is told of a call that threw. Expected failures are results by then, but for a store of tasks that does not
 * answer; everything else is a bug, which is logged, and the client hears that much.
 */
export function toProtocolError(error: unknown, call: Pick<ToolCall, "name">, log: Log): ProtocolError {
  if (error instanceof ProtocolError) return error;
  if (error instanceof TaskStoreError) {
    log.warn("the store of tasks could not be used", { call: call.name, error: error.stack });
    return new ProtocolError(ProtocolErrorCode.InternalError, `The store of tasks cannot be used: ${error.message}`);
  }
  log.error("a tool call failed on a bug", {
    tool: call.name,
    error: error instanceof Error ? error.stack : String(error),
  });
  return new ProtocolError(ProtocolErrorCode.InternalError, "Internal error; the server's log says more");
}
