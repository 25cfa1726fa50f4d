import type {
  CallToolRequest,
  CallToolResult,
  McpServer,
  ServerContext,
  ServerOptions,
} from "@modelcontextprotocol/server";
import type { Timer } from "../core/timer.js";
import type { ElicitationEra, ElicitationRecorder } from "../server/elicitationOutcome.js";
import { type AskingEnvelope, createAskingEnvelope, type LowLevelServer } from "./askingEnvelope.js";
import { createStateCodec } from "./stateCodec.js";
import type { ResolvedTarget, TargetQuestion, ToolBackend, ToolCall } from "./targetQuestion.js";

/** What one process decides once about its question. */
export interface TargetAskingOptions<Target extends ResolvedTarget> {
  readonly question: TargetQuestion<Target>;
  readonly timer: Timer;
  /** Whether questions are switched off; read at each call. Default: never. */
  readonly isOff?: () => boolean;
  /** Takes one record per ambiguous call. Default: nobody. */
  readonly recorder?: ElicitationRecorder;
  /** Names the caller of an HTTP request, so that one caller's state is refused under another. */
  readonly sessionKey: (context: ServerContext) => string;
  /** HMAC key of at least 32 bytes, where several processes must accept each other's state. Default: random. */
  readonly stateKey?: Uint8Array;
}

/** What an SDK tool callback of a server with a question looks like. */
export type AskingToolCallback<Args> = (args: Args, context: ServerContext) => Promise<AskingResult>;

/**
 * What a tool of `McpServer` does. After an answer the chosen target is in `args`, and `call.expectedIdentity` says which one
 * that was: a tool that looks its target up must run on nothing that has another identity.
 */
export type TargetToolRun<Args> = (args: Args, context: ServerContext, call: ToolCall) => Promise<CallToolResult>;

/** A finished result, or on the modern era the question. */
export type AskingResult = Awaited<ReturnType<AskingEnvelope>>;

/** The question in front of one server instance. */
export interface ServerAsking {
  /** For a low-level server: `server.setRequestHandler("tools/call", asking.handler(backend))`. */
  handler(backend: ToolBackend): (request: CallToolRequest, context: ServerContext) => Promise<AskingResult>;
  /** For `McpServer.registerTool`: wraps one tool's callback. */
  tool<Args extends Readonly<Record<string, unknown>>>(
    name: string,
    run: TargetToolRun<Args>,
  ): AskingToolCallback<Args>;
}

/** One process's question, to be put in front of its server instances. */
export interface TargetAsking {
  /** To be spread into the options of each server: state is verified before a tool runs, and each era has one path. */
  readonly serverOptions: Required<Pick<ServerOptions, "inputRequired" | "requestState">>;
  /**
   * @param era what the serving entry (`serveStdio`, `createMcpHandler`) handed to its factory; a server that is connected
   *   without one is `legacy`.
   * @param rawElicitation `capabilities.elicitation` of this connection's `initialize` as it came, where the transport shows
   *   it. For the record only: the SDK turns `{}` into `{form: {}}`, so without this a `bare` declaration is recorded as `form`.
   */
  inFrontOf(server: McpServer | LowLevelServer, era: ElicitationEra, rawElicitation?: () => unknown): ServerAsking;
}

/** Makes the question of a process. Nothing is kept between calls but the signing key and, per connection, declines. */
export function createTargetAskingWith<Target extends ResolvedTarget>(
  options: TargetAskingOptions<Target>,
): TargetAsking {
  const { question, timer, isOff = () => false, recorder = () => undefined, stateKey } = options;
  const stateCodec = createStateCodec({ bind: options.sessionKey, keys: stateKey === undefined ? [] : [stateKey] });
  const asking = { timer, policy: { isOff }, recorder, topology: "direct" as const };
  return {
    serverOptions: {
      inputRequired: { legacyShim: false },
      requestState: { verify: async (state, context) => await stateCodec.verify(state, context) },
    },
    inFrontOf(server, era, rawElicitation = () => undefined) {
      const lowLevel = "server" in server ? server.server : server;
      const envelope = createAskingEnvelope(lowLevel, { era, question, asking, stateCodec, rawElicitation });
      return {
        handler: (backend) => async (request, context) => {
          const { name, arguments: args = {} } = request.params;
          return await envelope({ name, arguments: args }, context, backend);
        },
        tool: (name, run) => async (args, context) =>
          await envelope(
            { name, arguments: args },
            context,
            async (call) => await run({ ...args, ...call.arguments }, context, call),
          ),
      };
    },
  };
}
