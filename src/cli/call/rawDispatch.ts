import { randomUUID } from "node:crypto";
import {
  type Client,
  isJSONRPCErrorResponse,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
  SdkError,
  SdkErrorCode,
} from "@modelcontextprotocol/client";
import type { RawClientDispatch } from "@modelcontextprotocol/ext-tasks/client";
import { isJsonValue } from "@modelcontextprotocol/ext-tasks/core";
import { settleOnce } from "../../core/settleOnce.js";
import type { Timer } from "../../core/timer.js";

type Answer = Awaited<ReturnType<RawClientDispatch>>;
type End = { readonly is: "answered"; readonly answer: Answer } | { readonly is: "failed"; readonly error: Error };

/** Requests beside those of the SDK's client, on the same connection. */
export interface RawRequests {
  readonly dispatch: RawClientDispatch;
  /** Hands the connection back to the SDK alone. */
  stop(): void;
}

/**
 * Sends requests past the SDK's client, which takes neither `resultType: "task"` nor `tasks/get` for a result. Their ids are
 * told from the client's own, which are numbers. A request rejects with `SdkError` when there is no answer in time or the
 * connection ends; a JSON-RPC error is an answer.
 */
export function openRawRequests(client: Pick<Client, "transport">, timer: Timer): RawRequests {
  const { transport } = client;
  if (transport?.onmessage === undefined) throw new Error("the client is not connected");
  const open = new Map<string, (end: End) => void>();
  const { onmessage, onclose } = transport;
  transport.onmessage = (message, extra) => {
    const settle = "id" in message && typeof message.id === "string" ? open.get(message.id) : undefined;
    if (settle === undefined) onmessage(message, extra);
    else settle(toEnd(message));
  };
  transport.onclose = () => {
    for (const settle of open.values()) settle(failed(SdkErrorCode.ConnectionClosed, "Connection closed"));
    onclose?.();
  };
  return {
    async dispatch(request, { signal, context = {} } = {}) {
      const id = `task-${randomUUID()}`;
      const end = settleOnce<End>();
      const gone = new AbortController();
      const giveUp = (): void => {
        end.settle({ is: "failed", error: new Error("the request was given up") });
      };
      const stopTimer =
        context.requestTimeoutMs === undefined
          ? () => undefined
          : timer.after(context.requestTimeoutMs, "task request", () => {
              end.settle(failed(SdkErrorCode.RequestTimeout, "Request timed out"));
            });
      open.set(id, end.settle);
      signal?.addEventListener("abort", giveUp, { once: true });
      if (signal?.aborted === true) giveUp();
      const sent = { jsonrpc: "2.0" as const, id, ...toRequest(request) };
      const { headers } = context;
      const options = { requestSignal: gone.signal, ...(headers === undefined ? {} : { headers: { ...headers } }) };
      transport.send(sent, options).catch((error: unknown) => {
        end.settle({ is: "failed", error: error instanceof Error ? error : new Error(String(error)) });
      });
      const { settled } = end;
      const outcome = await settled;
      open.delete(id);
      stopTimer();
      signal?.removeEventListener("abort", giveUp);
      if (outcome.is === "answered") return outcome.answer;
      gone.abort("given up");
      throw outcome.error;
    },
    stop() {
      transport.onmessage = onmessage;
      if (onclose !== undefined) transport.onclose = onclose;
    },
  };
}

function toEnd(message: JSONRPCMessage): End {
  if (isJSONRPCErrorResponse(message)) {
    const { code, message: text, data } = message.error;
    const error = { code, message: text, ...(isJsonValue(data) ? { data } : {}) };
    return { is: "answered", answer: { kind: "error", error } };
  }
  if (isJSONRPCResultResponse(message) && isJsonValue(message.result)) {
    return { is: "answered", answer: { kind: "result", result: message.result } };
  }
  return failed(SdkErrorCode.InvalidResult, "The answer is no JSON-RPC response");
}

function failed(code: SdkErrorCode, message: string): End {
  return { is: "failed", error: new SdkError(code, message) };
}

function toRequest(request: unknown): { readonly method: string; readonly params?: Record<string, unknown> } {
  if (typeof request !== "object" || request === null || !("method" in request) || typeof request.method !== "string") {
    throw new Error("a request has no method");
  }
  const params: unknown = "params" in request ? request.params : undefined;
  return typeof params === "object" && params !== null
    ? { method: request.method, params: { ...params } }
    : { method: request.method };
}
