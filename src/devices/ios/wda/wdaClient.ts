import { assertNever } from "../../../core/assertNever.js";
import type { HttpExchange } from "../../../core/httpExchange.js";
import { parseJson } from "../../../core/parseJson.js";
import { asText, propertyOf, reach } from "../foreignJson.js";

/** One request to a WebDriverAgent. */
export interface WdaRequest {
  readonly method: "GET" | "POST" | "DELETE";
  /** Below the WDA's address, with a leading slash. */
  readonly path: string;
  readonly body?: unknown;
  readonly timeoutMs: number;
}

/** How a request to a WebDriverAgent ended. */
export type WdaEnd =
  | { readonly is: "value"; readonly value: unknown; readonly sessionId: string | undefined }
  /** The WDA answered, and said no. `error` is the protocol's own word, such as `no such alert`. */
  | { readonly is: "refused"; readonly error: string; readonly message: string }
  /** Whatever listens there does not speak the protocol. */
  | { readonly is: "not_wda"; readonly reason: string }
  | { readonly is: "no_connection"; readonly reason: string }
  | { readonly is: "broke_off"; readonly reason: string }
  | { readonly is: "timed_out" };

/** Speaks with what listens at one address. Rejects only with the abort reason. */
export interface WdaClient {
  readonly url: URL;
  send(request: WdaRequest, signal: AbortSignal): Promise<WdaEnd>;
}

/** A UI tree or a screenshot in base64, with room to spare. */
const ANSWER_LIMIT_BYTES = 32 * 1024 * 1024;

/** A client for the WebDriverAgent at this address, if there is one. Connects when something is sent. */
export function createWdaClient(url: URL, exchange: HttpExchange): WdaClient {
  return {
    url,
    async send({ method, path, body, timeoutMs }, signal) {
      const target = new URL(url);
      const [pathname = "", search = ""] = path.split("?");
      target.pathname = `${url.pathname.replace(/\/+$/, "")}${pathname}`;
      target.search = search;
      const end = await exchange({ method, url: target, body, timeoutMs, maxBytes: ANSWER_LIMIT_BYTES, signal });
      switch (end.outcome) {
        case "answered":
          return parseAnswer(end);
        case "no_connection":
        case "broke_off":
          return { is: end.outcome, reason: end.reason };
        case "timed_out":
          return { is: "timed_out" };
        case "aborted":
          signal.throwIfAborted();
          throw new Error("an exchange was aborted without an abort");
        default:
          return assertNever(end);
      }
    },
  };
}

/**
 * `{"value": …, "sessionId": …}`. An error is an object with `error` and `message` in place of the value; in the older wire
 * form it is a `status` other than 0 beside it, with HTTP status 200.
 *
 * https://www.w3.org/TR/webdriver2/#errors
 */
function parseAnswer({ status, text }: { readonly status: number; readonly text: string }): WdaEnd {
  const answer = parseJson(text);
  if (typeof answer !== "object" || answer === null || !("value" in answer)) {
    return { is: "not_wda", reason: `it answered with HTTP status ${status} and no value` };
  }
  const error = asText(reach(answer, "value", "error"));
  const oldStatus = propertyOf(answer, "status");
  const isRefused = status >= 400 || (typeof oldStatus === "number" && oldStatus !== 0);
  if (isRefused) {
    return {
      is: "refused",
      error: error ?? `status ${typeof oldStatus === "number" ? oldStatus : status}`,
      message: asText(reach(answer, "value", "message")) ?? asText(answer.value) ?? "",
    };
  }
  return { is: "value", value: answer.value, sessionId: asText(propertyOf(answer, "sessionId")) };
}
