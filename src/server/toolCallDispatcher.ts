import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  type CallToolResult,
  type InputRequiredResult,
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type RequestStateCodec,
  type ServerContext,
  type StandardSchemaV1,
} from "@modelcontextprotocol/server";
import type { Log } from "../core/log.js";
import { withAmbiguousDeviceMrtr } from "../elicitation/ambiguousDeviceMrtr.js";
import type { Asking, Caller } from "../elicitation/caller.js";
import { readDeclared } from "../elicitation/declaredElicitation.js";
import type { ElicitationEra } from "./elicitationOutcome.js";
import { createDeclineMemory } from "../elicitation/declineMemory.js";
import { type PushQuestion, withAmbiguousDeviceAsk } from "../elicitation/legacyAsk.js";
import type { StatePayload } from "../elicitation/requestState.js";
import type { ResolvedTarget, TargetQuestion, ToolBackend, ToolCall } from "../elicitation/targetQuestion.js";

/** The SDK's own limit on a pushed question, in milliseconds: only a backstop, ours comes long before. */
const SDK_BACKSTOP_MS = 600_000;

/** A `tools/call` that names no tool of ours; answered with JSON-RPC `-32602` (MCP, "Tools: Error Handling"). */
export class UnknownToolError extends Error {
  override readonly name = "UnknownToolError";
}

/** The SDK's low-level server: only it lets a call be answered with a protocol error or an `input_required` result. */
export type LowLevelServer = McpServer["server"];

/** What a dispatcher is made of. Everything but the connection is shared by all server instances of a process. */
export interface ToolCallDispatcherOptions<Target extends ResolvedTarget> {
  /** The era that the serving entry negotiated for this instance; there is one path for each, never both. */
  readonly era: ElicitationEra;
  /** Runs calls; gives expected failures as results, throws bugs and `UnknownToolError`. */
  readonly backend: ToolBackend;
  readonly question: TargetQuestion<Target>;
  readonly ambiguousDeviceElicitation: Asking;
  readonly stateCodec: Pick<RequestStateCodec<StatePayload>, "mint">;
  /** `capabilities.elicitation` of this connection's `initialize`, unparsed: the SDK does not tell `{}` from `{form: {}}`. */
  readonly rawElicitation: () => unknown;
  readonly log: Log;
}

/**
 * Serves `tools/call` on a server instance: the one envelope around every tool, with the question in front of it, and the
 * only catch-all. Called once per instance, which on the legacy era is once per stateful client connection; that is how
 * long a decline is remembered.
 */
export function installToolCallDispatcher<Target extends ResolvedTarget>(
  server: LowLevelServer,
  options: ToolCallDispatcherOptions<Target>,
): void {
  const { backend, question, ambiguousDeviceElicitation, stateCodec, log } = options;
  const declines = createDeclineMemory();
  const callLegacy = withAmbiguousDeviceAsk(backend, { ...ambiguousDeviceElicitation, question, declines });
  const callModern = withAmbiguousDeviceMrtr(backend, { ...ambiguousDeviceElicitation, question });

  server.setRequestHandler("tools/call", async (request, context): Promise<CallToolResult | InputRequiredResult> => {
    const call: ToolCall = { name: request.params.name, arguments: request.params.arguments ?? {} };
    const { signal } = context.mcpReq;
    try {
      if (options.era === "legacy") {
        const caller = legacyCaller(server, options.rawElicitation());
        return await callLegacy({ call, signal, caller, push: pushThrough(context) });
      }
      return await callModern({
        call,
        signal,
        caller: modernCaller(context),
        responses: context.mcpReq.inputResponses,
        state: context.mcpReq.requestState(),
        mint: async (payload) => await stateCodec.mint(payload, context),
      });
    } catch (error) {
      throw toProtocolError(error, call, log);
    }
  });
}

/** Reads the instance that owns `initialize`, at this ask. */
function legacyCaller(server: LowLevelServer, rawElicitation: unknown): Caller {
  /* eslint-disable @typescript-eslint/no-deprecated -- deprecated in favour of the envelope, which this era does not have */
  const declared = readDeclared(server.getClientCapabilities()?.elicitation);
  const client = server.getClientVersion();
  /* eslint-enable @typescript-eslint/no-deprecated */
  const isBare = declared === "form" && readDeclared(rawElicitation) === "bare";
  return { declared: isBare ? "bare" : declared, name: client?.name, version: client?.version };
}

/** Reads the request's own envelope; the connection says nothing on the modern era. */
function modernCaller(context: ServerContext): Caller {
  const envelope: unknown = context.mcpReq.envelope;
  const client = member(envelope, CLIENT_INFO_META_KEY);
  return {
    declared: readDeclared(member(member(envelope, CLIENT_CAPABILITIES_META_KEY), "elicitation")),
    name: text(member(client, "name")),
    version: text(member(client, "version")),
  };
}

function pushThrough(context: ServerContext): PushQuestion {
  const meta = forwardedMeta(context.mcpReq._meta);
  return async (params, signal) =>
    await context.mcpReq.send(
      { method: "elicitation/create", params: { ...params, ...(meta === undefined ? {} : { _meta: meta }) } },
      AS_IT_COMES,
      { signal, timeout: SDK_BACKSTOP_MS },
    );
}

/** The answer is judged in one place, `parseAnswer`, so the SDK must not judge it first. */
const AS_IT_COMES: StandardSchemaV1<unknown, unknown> = {
  "~standard": { version: 1, vendor: "automobile-mcp", validate: (value) => ({ value }) },
};

/**
 * Some clients route a question back to its tool call by a private key that they put into the call's `_meta`; without its
 * echo they answer only while a single call is in flight. Reserved keys are not theirs and stay out.
 */
function forwardedMeta(meta: unknown): Record<string, unknown> | undefined {
  if (typeof meta !== "object" || meta === null) return undefined;
  const own = Object.entries(meta).filter(
    ([key]) => key !== "progressToken" && !/^([a-z0-9.-]+\.)?(mcp|modelcontextprotocol)(\.[a-z0-9-]+)*\//i.test(key),
  );
  return own.length === 0 ? undefined : Object.fromEntries(own);
}

function toProtocolError(error: unknown, call: ToolCall, log: Log): ProtocolError {
  if (error instanceof ProtocolError) return error;
  if (error instanceof UnknownToolError) return new ProtocolError(ProtocolErrorCode.InvalidParams, error.message);
  log.error("a tool call failed on a bug", {
    tool: call.name,
    error: error instanceof Error ? error.stack : String(error),
  });
  return new ProtocolError(ProtocolErrorCode.InternalError, "Internal error; the server's log says more");
}

function member(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;
}

function text(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
