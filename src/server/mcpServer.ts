import { type McpServerFactory, type RequestStateCodec, Server, type Tool } from "@modelcontextprotocol/server";
import type { Log } from "../core/log.js";
import type { Asking } from "../elicitation/caller.js";
import type { StatePayload } from "../elicitation/requestState.js";
import type { ResolvedTarget, TargetQuestion } from "../elicitation/targetQuestion.js";
import type { ReportingBackend } from "./callProgress.js";
import { SERVER_CARD, serverCapabilities } from "./serverCard.js";
import type { TaskServing } from "./tasks/taskCalls.js";
import { TASKS_EXTENSION } from "./tasks/taskWire.js";
import { installToolCallDispatcher } from "./toolCallDispatcher.js";

/** What every server instance of a process shares. */
export interface McpServerParts<Target extends ResolvedTarget> {
  readonly instructions: string;
  /** The published tools, in order. */
  readonly tools: readonly Tool[];
  readonly backend: ReportingBackend;
  readonly question: TargetQuestion<Target>;
  readonly ambiguousDeviceElicitation: Asking;
  readonly stateCodec: RequestStateCodec<StatePayload>;
  readonly rawElicitation: () => unknown;
  /** Tasks, for clients of the modern era; without them every call is answered at once. */
  readonly tasks?: TaskServing;
  readonly log: Log;
}

/**
 * Makes the server instances that the SDK's serving entries ask for: one per stdio connection, one per HTTP request. The
 * SDK's own legacy shim for `input_required` is off, so that each era has one path.
 */
export function createMcpServerFactory<Target extends ResolvedTarget>(parts: McpServerParts<Target>): McpServerFactory {
  const { instructions, tools, stateCodec, tasks, log } = parts;
  const toolNames = new Set(tools.map((tool) => tool.name));
  return ({ era }) => {
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- the high-level class turns every throw into a tool result
    const server = new Server(SERVER_CARD.info, {
      capabilities: serverCapabilities(era, tasks === undefined ? [] : [TASKS_EXTENSION]),
      instructions,
      inputRequired: { legacyShim: false },
      requestState: { verify: async (state, context) => await stateCodec.verify(state, context) },
      cacheHints: { "tools/list": SERVER_CARD.cacheHint, "server/discover": SERVER_CARD.cacheHint },
    });
    server.onerror = (error) => {
      log.warn("a message could not be served", { error: error.message });
    };
    server.setRequestHandler("tools/list", () => ({ tools: [...tools] }));
    installToolCallDispatcher(server, { ...parts, era, toolNames });
    return server;
  };
}
