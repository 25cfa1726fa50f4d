import { ProtocolError } from "@modelcontextprotocol/server";
import type { Log } from "../core/log.js";
import { RPC_ERROR_CODE } from "../core/rpcErrorCode.js";
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
    return new ProtocolError(RPC_ERROR_CODE.internalError, `The store of tasks cannot be used: ${error.message}`);
  }
  log.error("a tool call failed on a bug", {
    tool: call.name,
    error: error instanceof Error ? error.stack : String(error),
  });
  return new ProtocolError(RPC_ERROR_CODE.internalError, "Internal error; the server's log says more");
}
