import { assertNever } from "../core/assertNever.js";
import type { Lazy } from "../core/lazily.js";
import type { Log } from "../core/log.js";
import type { Timer } from "../core/timer.js";
import type { ClientQuestions } from "./clientQuestions.js";
import { type ConnectionEra, eraAfter, eraOf } from "../server/connectionEra.js";
import { MODERN_REVISION } from "../server/envelope.js";
import { CallNotServed, type Forwarding } from "./forwarding.js";
import {
  type Frame,
  type Members,
  type NotificationFrame,
  parseRequestId,
  type RequestFrame,
  type RequestId,
  toErrorLine,
  toResultLine,
} from "../server/frame.js";
import type { LegacyCall } from "./legacyCalls.js";

/** The first message is answered before the daemon is started: its start would compete with what the client waits for. */
const WARM_UP_AFTER_MS = 150;

const INVALID_REQUEST = -32_600;
const INVALID_PARAMS = -32_602;
const INTERNAL_ERROR = -32_603;
const UNSUPPORTED_REVISION = -32_022;

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
      const internal = { code: INTERNAL_ERROR, message: "Internal error; the proxy's log says more" };
      if (!cancel.signal.aborted) await send(toErrorLine(request.id, internal));
    } finally {
      underway.delete(request.id);
    }
  };
  const takeRequest = (request: RequestFrame, line: string): void => {
    const problem = underway.has(request.id)
      ? { code: INVALID_REQUEST, message: "A request with this id is still on its way" }
      : eraProblem(era, request);
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
        void parts.forwarding.tell(notification, line, closing.signal);
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
  const isLegacyCall = request.method === "tools/call" && eraOf(request) === "legacy";
  if (!isLegacyCall || typeof request.params["name"] !== "string") {
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

function eraProblem(
  era: ConnectionEra,
  request: RequestFrame,
): { code: number; message: string; data?: unknown } | undefined {
  if (era !== "modern" || eraOf(request) === "modern") return undefined;
  if (request.method !== "initialize") {
    return {
      code: INVALID_PARAMS,
      message: `Request is missing the required _meta envelope for protocol revision ${MODERN_REVISION}`,
    };
  }
  const requested = request.params["protocolVersion"];
  const data = { supported: [MODERN_REVISION], requested };
  return { code: UNSUPPORTED_REVISION, message: `Unsupported protocol version: ${String(requested)}`, data };
}
