import { ProtocolError, type RequestStateCodec } from "@modelcontextprotocol/server";
import type { Log } from "../core/log.js";
import { quoteText } from "../core/quoteText.js";
import { RPC_ERROR_CODE } from "../core/rpcErrorCode.js";
import { createAskingEnvelope, type LowLevelServer } from "../elicitation/askingEnvelope.js";
import type { Asking } from "../elicitation/caller.js";
import type { StatePayload } from "../elicitation/requestState.js";
import type { ResolvedTarget, TargetQuestion, ToolCall } from "../elicitation/targetQuestion.js";
import { progressOf, type ReportingBackend } from "./callProgress.js";
import type { ElicitationEra } from "./elicitationOutcome.js";
import { toProtocolError } from "./protocolFailure.js";
import { installTaskCalls, type TaskServing } from "./tasks/taskCalls.js";

/** What a dispatcher is made of. Everything but the connection is shared by all server instances of a process. */
export interface ToolCallDispatcherOptions<Target extends ResolvedTarget> {
  /** The era that the serving entry negotiated for this instance. */
  readonly era: ElicitationEra;
  /** The tools that there are; a call of another is a JSON-RPC `-32602` (MCP, "Tools: Error Handling"). */
  readonly toolNames: ReadonlySet<string>;
  /** Runs calls; gives expected failures as results and throws only bugs. */
  readonly backend: ReportingBackend;
  readonly question: TargetQuestion<Target>;
  readonly ambiguousDeviceElicitation: Asking;
  readonly stateCodec: Pick<RequestStateCodec<StatePayload>, "mint">;
  /** `capabilities.elicitation` of this connection's `initialize`, unparsed; for the record only. */
  readonly rawElicitation: () => unknown;
  /** Tasks, on the modern era; without them every call is answered at once. */
  readonly tasks?: TaskServing;
  readonly log: Log;
}

/**
 * Serves `tools/call` on a server instance: the one envelope around every tool, with the question in front of it, and the
 * only catch-all. Called once per instance.
 */
export function installToolCallDispatcher<Target extends ResolvedTarget>(
  server: LowLevelServer,
  options: ToolCallDispatcherOptions<Target>,
): void {
  const { backend, toolNames, question, tasks, log } = options;
  const asking = options.ambiguousDeviceElicitation;
  const envelope = createAskingEnvelope(server, { ...options, asking });
  const startAsTask =
    tasks === undefined || options.era === "legacy"
      ? undefined
      : installTaskCalls(server, { serving: tasks, backend, asking: { ...asking, question }, log });

  server.setRequestHandler("tools/call", async (request, context) => {
    const call: ToolCall = { name: request.params.name, arguments: request.params.arguments ?? {} };
    if (!toolNames.has(call.name)) {
      throw new ProtocolError(RPC_ERROR_CODE.invalidParams, `Unknown tool: ${quoteText(call.name)}`);
    }
    try {
      const handle = await startAsTask?.(call, context);
      if (handle !== undefined) return handle;
      const report = progressOf(context.mcpReq);
      return await envelope(call, context, async (each, signal) => await backend(each, signal, report));
    } catch (error) {
      if (context.mcpReq.signal.aborted) throw error; // Nobody is told: a cancelled call has no answer.
      throw toProtocolError(error, call, log);
    }
  });
}
