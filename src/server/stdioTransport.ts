import type { Readable, Writable } from "node:stream";
import {
  isJSONRPCNotification,
  isJSONRPCRequest,
  type JSONRPCMessage,
  parseJSONRPCMessage,
  type Transport,
} from "@modelcontextprotocol/server";
import { settleOnce } from "../core/settleOnce.js";
import { MAX_MESSAGE_BYTES } from "../core/messageLimit.js";
import { parseJson } from "../core/parseJson.js";
import { RPC_ERROR_CODE } from "../core/rpcErrorCode.js";
import type { Timer } from "../core/timer.js";
import { createAnsweredBefore } from "./answeredBefore.js";
import { carriedProblem } from "./carriedMessage.js";
import { createClientOutput, UNREAD_TIMEOUT_MS } from "./clientOutput.js";
import { membersOf, parseRequestId, type RequestId, type RpcError, toErrorLine } from "./frame.js";
import { createLineReader, type LineReader } from "./lineReader.js";
import type { Opening, OpeningRecord } from "./opening.js";

/**
 * Requests that are answered from what the server knows by itself. Those read before the input ended are still answered,
 * so that a server fed from a pipe is not silent; a tool call is given up with the client that wanted it.
 */
const ANSWERED_AT_ONCE: ReadonlySet<string> = new Set(["initialize", "server/discover", "tools/list", "ping"]);

/** The streams of one stdio connection. */
export interface StdioStreams {
  readonly input: Readable;
  readonly output: Writable;
  /** What was said on them before; without it, nothing was. */
  readonly opening?: Pick<Opening, "take">;
  /** Bounds the wait for a client that reads nothing. */
  readonly timer: Timer;
}

const NO_OPENING: OpeningRecord = { chunks: [], hasEnded: false, answered: new Set() };

/**
 * MCP over a pair of streams, one message per line (2026-07-28, "stdio"). Unlike the SDK's own transport it survives
 * whatever comes in: a line that is no JSON is reported and skipped; JSON that is no JSON-RPC message and a line over
 * `MAX_MESSAGE_BYTES` are answered with `-32600`; the connection goes on. It also remembers what `initialize` said of
 * elicitation, which the SDK normalises.
 */
export interface StdioTransport extends Transport {
  /** `capabilities.elicitation` of `initialize`, unparsed; `undefined` before it, or when it had none. */
  readonly rawElicitation: () => unknown;
  /** Resolves when the connection has ended, whoever ended it. */
  readonly closed: Promise<void>;
}

/**
 * Makes a transport that reads once it is started, and closes when its input ends, its output breaks, or its client has
 * taken nothing for `UNREAD_TIMEOUT_MS`.
 */
export function createStdioTransport({ input, output, opening, timer }: StdioStreams): StdioTransport {
  let isClosed = false;
  let hasEnded = false;
  let before = createAnsweredBefore(NO_OPENING.answered);
  let rawElicitation: unknown;
  const unanswered = new Set<RequestId>();
  const end = settleOnce<undefined>();

  const toClient = createClientOutput({
    ...{ input, output, timer },
    onUnread: () => {
      report(new Error(`closed: the client took nothing for ${UNREAD_TIMEOUT_MS / 1000} s`));
      void transport.close();
    },
  });
  const write = async (line: string): Promise<void> => {
    if (isClosed) throw new Error("the stdio connection is closed");
    await toClient.write(line);
  };
  const refuse = (id: RequestId | undefined, error: RpcError): void => {
    write(toErrorLine(id, error)).catch(report);
  };
  const report = (error: unknown): void => {
    transport.onerror?.(error instanceof Error ? error : new Error(String(error)));
  };
  const takeLine = (line: string): void => {
    const value = parseJson(line);
    if (value === undefined) {
      report(new Error("skipped a line that is no JSON"));
      return;
    }
    const message = parseMessage(value);
    if (message === undefined) {
      if (!isResponse(value)) refuse(parseRequestId(membersOf(value)["id"]), notServed("Not a JSON-RPC 2.0 message"));
      return;
    }
    if (isJSONRPCRequest(message)) {
      const problem = carriedProblem({ method: message.method, params: membersOf(message.params) });
      if (problem !== undefined) {
        refuse(message.id, problem);
        return;
      }
      before.noteRequest(message.id);
      if (message.method === "initialize") rawElicitation = elicitationOf(message.params);
      if (ANSWERED_AT_ONCE.has(message.method)) unanswered.add(message.id);
    }
    const cancelled = cancelledIdOf(message);
    if (cancelled !== undefined) {
      if (before.isOver(cancelled)) return;
      unanswered.delete(cancelled);
    }
    transport.onmessage?.(message);
  };
  const reader: LineReader = createLineReader(MAX_MESSAGE_BYTES, {
    line: takeLine,
    oversized: (requestId) => {
      refuse(requestId, notServed(`A message must not be longer than ${MAX_MESSAGE_BYTES} bytes`));
    },
  });
  const closeWhenAnswered = (): void => {
    if (hasEnded && unanswered.size === 0) void transport.close();
  };
  const onEnd = (): void => {
    hasEnded = true;
    reader.end();
    closeWhenAnswered();
  };
  const onBroken = (): void => {
    void transport.close();
  };

  const transport: StdioTransport = {
    async start() {
      const said = opening?.take() ?? NO_OPENING;
      before = createAnsweredBefore(said.answered);
      output.on("error", onBroken);
      output.once("close", onBroken);
      for (const chunk of said.chunks) reader.take(chunk);
      if (said.hasEnded) onEnd();
      else {
        input.on("data", reader.take);
        input.once("end", onEnd);
        input.once("close", onEnd);
        input.once("error", onBroken);
        // The opening may have left the rest with the client meanwhile.
        input.resume();
      }
      await Promise.resolve();
    },
    async send(message) {
      const answeredId = "id" in message && !("method" in message) ? message.id : undefined;
      if (answeredId === undefined || !before.isRepeated(answeredId)) await write(JSON.stringify(message));
      if (answeredId !== undefined) unanswered.delete(answeredId);
      closeWhenAnswered();
    },
    async close() {
      if (isClosed) return;
      isClosed = true;
      toClient.close();
      input.off("data", reader.take);
      input.pause();
      transport.onclose?.();
      end.settle(undefined);
      await Promise.resolve();
    },
    rawElicitation: () => rawElicitation,
    closed: end.settled,
  };
  return transport;
}

function parseMessage(value: unknown): JSONRPCMessage | undefined {
  try {
    return parseJSONRPCMessage(value);
  } catch {
    // The SDK says only that it is no message, in an error class that it does not export.
    return undefined;
  }
}

/** A response is never answered, however odd it is: its sender waits for nothing. */
function isResponse(value: unknown): boolean {
  return typeof value === "object" && value !== null && ("result" in value || "error" in value);
}

function notServed(message: string): RpcError {
  return { code: RPC_ERROR_CODE.invalidRequest, message };
}

/** A request that its client gave up gets no answer. */
function cancelledIdOf(message: JSONRPCMessage): RequestId | undefined {
  return isJSONRPCNotification(message) && message.method === "notifications/cancelled"
    ? parseRequestId(message.params?.["requestId"])
    : undefined;
}

function elicitationOf(params: unknown): unknown {
  if (typeof params !== "object" || params === null || !("capabilities" in params)) return undefined;
  const { capabilities } = params;
  if (typeof capabilities !== "object" || capabilities === null || !("elicitation" in capabilities)) return undefined;
  return capabilities.elicitation;
}
