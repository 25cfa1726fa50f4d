import { assertNever } from "../core/assertNever.js";
import type { Lazy } from "../core/lazily.js";
import type { Log } from "../core/log.js";
import { RPC_ERROR_CODE } from "../core/rpcErrorCode.js";
import type { Timer } from "../core/timer.js";
import type { ClientQuestions } from "./clientQuestions.js";
import { type ConnectionEra, eraAfter, eraOf } from "../server/connectionEra.js";
import { MODERN_REVISION, unsupportedRevision } from "../server/envelope.js";
import { CallNotServed, type Forwarding } from "./forwarding.js";
import {
  type Frame,
  isMembers,
  type Members,
  type NotificationFrame,
  parseRequestId,
  type RequestFrame,
  type RequestId,
  type RpcError,
  toErrorLine,
  toResultLine,
} from "../server/frame.js";
import { carriedProblem } from "../server/carriedMessage.js";
import type { LegacyCall } from "./legacyCalls.js";

/** The first message is answered before the daemon is started: its start would compete with what the client waits for. */
const WARM_UP_AFTER_MS = 150;

/** What one client's session is made of. */
export interface ProxySessionParts {
  /** Writes one line to the client. */
  readonly send: (line: string) => Promise<void>;
  /** The result of a request that needs no daemon; `undefined` for all others. */
  readonly answerLocally: (request: RequestFrame) => unknown;
  readonly forwarding: Forwarding;
  readonly questions: Pick<ClientQuestions, "take">;
  /** Loaded with the first legacy call. */
  readonly legacyCall: Lazy<LegacyCall>;
  /** Takes the params of the client's `initialize`. */
  readonly onInitialize: (params: Members) => void;
  /** Finds or starts the daemon beforehand. */
  readonly warmUp: () => Promise<void>;
  readonly timer: Timer;
  readonly log: Log;
}

/** One client, from its first message to its last. */
export interface ProxySession {
  take(frame: Exclude<Frame, { is: "invalid" }>, line: string): void;
  /** Gives up everything that is on its way. Nothing is answered any more. */
  close(): void;
}

/** Starts with no message seen. */
export function createProxySession(parts: ProxySessionParts): ProxySession {
  const { send, log } = parts;
  const underway = new Map<RequestId, AbortController>();
  const closing = new AbortController();
  let era: ConnectionEra = "open";
  let stopWarmUp: (() => void) | undefined;

  const warmUpSoon = (): void => {
    stopWarmUp ??= parts.timer.after(WARM_UP_AFTER_MS, "proxy warm-up", () => void parts.warmUp());
  };
  const answer = (line: string): void => void send(line);
  const serve = async (request: RequestFrame, line: string): Promise<void> => {
    const cancel = new AbortController();
    underway.set(request.id, cancel);
    try {
      const end = await run(parts, { request, line, signal: cancel.signal });
      // A cancelled request gets no answer ("Cancellation"), and neither does one whose client is gone.
      if (!cancel.signal.aborted && end !== undefined) await send(end);
    } catch (error) {
      log.error("a message failed on a bug", { error: error instanceof Error ? error.stack : String(error) });
      const internal = { code: RPC_ERROR_CODE.internalError, message: "Internal error; the proxy's log says more" };
      if (!cancel.signal.aborted) await send(toErrorLine(request.id, internal));
    } finally {
      underway.delete(request.id);
    }
  };
  const idProblem = ({ id }: RequestFrame): RpcError | undefined =>
    underway.has(id)
      ? { code: RPC_ERROR_CODE.invalidRequest, message: "A request with this id is still on its way" }
      : undefined;
  const takeRequest = (request: RequestFrame, line: string): void => {
    const problem = carriedProblem(request) ?? idProblem(request) ?? eraProblem(era, request);
    if (problem !== undefined) {
      answer(toErrorLine(request.id, problem));
      return;
    }
    era = eraAfter(era, request);
    const local = parts.answerLocally(request);
    if (local === undefined) {
      void serve(request, line);
      return;
    }
    if (request.method === "initialize") parts.onInitialize(request.params);
    answer(toResultLine(request.id, local));
    warmUpSoon();
  };
  const takeNotification = (notification: NotificationFrame, line: string): void => {
    switch (notification.method) {
      case "notifications/cancelled": {
        const id = parseRequestId(notification.params["requestId"]);
        if (id !== undefined) underway.get(id)?.abort("cancelled by the client");
        return;
      }
      case "notifications/initialized":
        return; // The daemon keeps no connection that could begin.
      default:
        if (carriedProblem(notification) !== undefined) log.info("a notification too long to be carried was dropped");
        else void parts.forwarding.tell(notification, line, closing.signal);
    }
  };

  return {
    take(frame, line) {
      if (closing.signal.aborted) return;
      switch (frame.is) {
        case "request":
          takeRequest(frame, line);
          return;
        case "notification":
          takeNotification(frame, line);
          return;
        case "response":
          if (!parts.questions.take(frame)) log.info("an answer came to no open question");
          return;
        default:
          assertNever(frame);
      }
    },
    close() {
      closing.abort("the client is gone");
      stopWarmUp?.();
      for (const cancel of underway.values()) cancel.abort("the client is gone");
    },
  };
}

interface Underway {
  readonly request: RequestFrame;
  readonly line: string;
  readonly signal: AbortSignal;
}

/** The line to answer with; `undefined` when there is nobody to tell. */
async function run(parts: ProxySessionParts, { request, line, signal }: Underway): Promise<string | undefined> {
  if (!isLegacyCall(request)) {
    return await parts.forwarding.pass(request, line, signal);
  }
  try {
    const callLegacy = await parts.legacyCall.get();
    return toResultLine(request.id, await callLegacy(request, signal));
  } catch (error) {
    if (error instanceof CallNotServed) return error.line;
    if (signal.aborted) return undefined;
    throw error;
  }
}

/** A call that is malformed is passed on as it came, so that there is one place that words errors. */
function isLegacyCall(request: RequestFrame): boolean {
  const { name, arguments: args = {} } = request.params;
  return request.method === "tools/call" && eraOf(request) === "legacy" && typeof name === "string" && isMembers(args);
}

function eraProblem(era: ConnectionEra, request: RequestFrame): RpcError | undefined {
  if (era !== "modern" || eraOf(request) === "modern") return undefined;
  if (request.method !== "initialize") {
    return {
      code: RPC_ERROR_CODE.invalidParams,
      message: `Request is missing the required _meta envelope for protocol revision ${MODERN_REVISION}`,
    };
  }
  return unsupportedRevision(request.params["protocolVersion"]);
}
