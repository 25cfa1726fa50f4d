import type { CallToolResult } from "@modelcontextprotocol/server";
import { parseJson } from "../core/parseJson.js";
import type { Effect } from "../core/refusal.js";
import { RPC_ERROR_CODE } from "../core/rpcErrorCode.js";
import type { ResolvedTarget, ToolCall } from "../elicitation/targetQuestion.js";
import { toAnswerLine } from "./answerLine.js";
import { callHeaders, type ProxyIdentity, targetHeaders } from "./callHeaders.js";
import type { DaemonLink, LinkEnd } from "./daemonLink.js";
import { namedRevision } from "../server/envelope.js";
import { membersOf, type NotificationFrame, type RequestFrame, toErrorLine, toResultLine } from "../server/frame.js";
import { protocolHeaders } from "./requestHeaders.js";

const MCP_PATH = "/mcp";
const RESOLVE_PATH = "/resolve";

/** A call that came to no result. `line` is what the client is to get instead; nothing when the call was cancelled. */
export class CallNotServed extends Error {
  override readonly name = "CallNotServed";

  constructor(readonly line: string | undefined) {
    super("the call came to no result");
  }
}

/** What forwarding is made of. */
export interface ForwardingParts {
  readonly link: Pick<DaemonLink, "send">;
  /** Writes one line to the client. */
  readonly send: (line: string) => Promise<void>;
  readonly identity: ProxyIdentity;
  /** The revision that `initialize` agreed on; `undefined` before it, and on the modern era. */
  readonly legacyRevision: () => string | undefined;
}

/** The way of a client's messages to the daemon, and of the daemon's back. */
export interface Forwarding {
  /** Passes a request on, letter for letter, and gives the line that answers it; nothing when it was cancelled. */
  pass(request: RequestFrame, line: string, signal: AbortSignal): Promise<string | undefined>;
  /**
   * Passes a legacy call on, with the arguments of `call`, and with the identity of the device that was picked.
   *
   * @throws CallNotServed when it came to no result.
   */
  call(request: RequestFrame, call: ToolCall, signal: AbortSignal): Promise<CallToolResult>;
  /** What a call could mean now, looked up by the daemon without running it; nothing when that cannot be found out. */
  resolve(call: ToolCall, signal: AbortSignal): Promise<readonly ResolvedTarget[]>;
  /** Passes a notification on. Nobody waits for what comes of it. */
  tell(notification: NotificationFrame, line: string, signal: AbortSignal): Promise<void>;
}

/** Makes the way. */
export function createForwarding({ link, send, identity, legacyRevision }: ForwardingParts): Forwarding {
  const headersOf = (message: Pick<RequestFrame, "method" | "params">): Readonly<Record<string, string>> => ({
    ...callHeaders(identity),
    ...protocolHeaders(message, legacyRevision()),
  });
  const mcp = { path: MCP_PATH, onMessage: send };
  return {
    async pass(request, line, signal) {
      const readAnswer = (text: string): string | undefined => toAnswerLine(text, request.id);
      const end = await link.send({ ...mcp, body: line, readAnswer, signal, headers: headersOf(request) });
      return await toClientLine(request, end);
    },
    async call(request, call, signal) {
      const { id, method } = request;
      const params = { ...request.params, arguments: call.arguments };
      const end = await link.send({
        ...mcp,
        body: JSON.stringify({ jsonrpc: "2.0", id, method, params }),
        readAnswer: (text) => toAnswerLine(text, id),
        signal,
        headers: { ...headersOf(request), ...targetHeaders(call) },
      });
      const line = await toClientLine(request, end);
      const result = line === undefined ? undefined : readResult(line);
      if (result === undefined) throw new CallNotServed(line);
      return result;
    },
    async resolve({ name, arguments: args }, signal) {
      const end = await link.send({
        path: RESOLVE_PATH,
        body: JSON.stringify({ name, arguments: args }),
        readAnswer: (text) => text,
        signal,
        headers: callHeaders(identity),
        onMessage: () => Promise.resolve(),
      });
      return end.is === "answered" ? readTargets(end.line) : [];
    },
    async tell(notification, line, signal) {
      const readAnswer = (): undefined => undefined;
      await link.send({ ...mcp, body: line, readAnswer, signal, headers: headersOf(notification) });
    },
  };
}

/** What the client is told. Only a tool call has a result that can say why; for the rest there are JSON-RPC errors. */
async function toClientLine(request: RequestFrame, end: LinkEnd): Promise<string | undefined> {
  switch (end.is) {
    case "answered":
      return end.line;
    case "cancelled":
      return undefined;
    case "accepted":
      return await toFailureLine(request, { cause: "the daemon gave no answer", effect: "may_have_run" });
    case "unreachable":
    case "conflict":
      return await toFailureLine(request, end);
  }
}

type Failure = { readonly cause: string; readonly effect: Effect } | { readonly differences: readonly string[] };

async function toFailureLine(request: RequestFrame, failure: Failure): Promise<string> {
  const { daemonSettingsDiffer, daemonUnreachable } = await import("./daemonRefusals.js");
  const { toRefusalResult } = await import("../server/refusalWire.js");
  const { id, method, params } = request;
  const subject = method === "tools/call" ? String(params["name"]) : method;
  const refusal =
    "differences" in failure ? daemonSettingsDiffer(subject, failure.differences) : daemonUnreachable(subject, failure);
  if (method !== "tools/call") {
    return toErrorLine(id, { code: RPC_ERROR_CODE.internalError, message: refusal.message, data: refusal.data });
  }
  const isModern = namedRevision(params) !== undefined;
  return toResultLine(id, { ...toRefusalResult(refusal), ...(isModern ? { resultType: "complete" } : {}) });
}

function readResult(line: string): CallToolResult | undefined {
  const { result } = membersOf(parseJson(line));
  return isToolResult(result) ? result : undefined;
}

/** The daemon is this package, and its answer goes to the client as it is: here it only has to be one. */
function isToolResult(value: unknown): value is CallToolResult {
  return Array.isArray(membersOf(value)["content"]);
}

function readTargets(text: string): readonly ResolvedTarget[] {
  const { devices } = membersOf(parseJson(text));
  return Array.isArray(devices) ? devices.flatMap(readTarget) : [];
}

function readTarget(device: unknown): readonly ResolvedTarget[] {
  const { deviceId, identity } = membersOf(device);
  if (typeof deviceId !== "string") return [];
  return [{ id: deviceId, identity: typeof identity === "string" ? identity : undefined }];
}
