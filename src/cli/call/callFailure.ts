import { ProtocolError, SdkError, SdkErrorCode, SdkHttpError } from "@modelcontextprotocol/client";
import { z } from "zod";
import { parseJson } from "../../core/parseJson.js";
import { toTerminalJson, toTerminalLine } from "../terminalText.js";
import { CALL_TOKEN_VARIABLE } from "./serverPlace.js";
import { explainTls, type FetchFailure } from "./explainTls.js";

/** What a load balancer answers in the place of a server that is gone; the SDK leaves it unread in its HTTP error. */
const errorInBody = z
  .string()
  .transform((text) => parseJson(text))
  .pipe(z.object({ error: z.object({ code: z.number(), message: z.string(), data: z.unknown().optional() }) }));

/** Why there is no result: one line for a person, perhaps with what to do now, and one value for a program. */
export interface CallFailure {
  readonly line: string;
  readonly hint?: string;
  readonly json: { readonly code: number | string; readonly message: string; readonly data?: unknown };
}

/** What is known of a call that failed. */
export interface FailedCall {
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Whether `CALL_TOKEN_VARIABLE` was sent. */
  readonly isTokenSent: boolean;
  readonly progress: CallProgress;
}

/** How far a call came: nothing of it was sent, it was sent, or the server has said that it works on it as a task. */
export type CallProgress = "none" | "sent" | "task";

/** Describes a failed connection or call. `undefined` for an error that is a bug of ours. */
export function describeFailure(
  error: unknown,
  { timeoutMs, signal, isTokenSent, progress }: FailedCall,
): CallFailure | undefined {
  // Whatever broke first: a server in the same terminal gets the same Ctrl-C.
  if (signal.aborted) return toFailure("INTERRUPTED", "Interrupted.");
  const unreachable = findFetchFailure(error);
  if (unreachable !== undefined) return toUnreached(unreachable, progress);
  if (error instanceof ProtocolError) return toAnsweredError(error);
  if (error instanceof SdkHttpError && error.status === 401) {
    const line = isTokenSent
      ? `The server does not take the token in ${CALL_TOKEN_VARIABLE} (HTTP 401).`
      : "The server lets nobody in without its token (HTTP 401).";
    return { ...toFailure("UNAUTHORIZED", line), hint: WHICH_TOKEN };
  }
  if (error instanceof SdkHttpError) {
    const answered = errorInBody.safeParse(error.data["text"]);
    if (answered.success) return toAnsweredError(answered.data.error);
    if (isPage(error.message)) {
      return { ...toFailure("NO_MCP", `The address answers with a web page (HTTP ${error.status}).`), hint: NO_MCP };
    }
  }
  if (error instanceof SdkError) {
    const isTimeout = error.code === SdkErrorCode.RequestTimeout;
    if (isPage(error.message)) return { ...toFailure("NO_MCP", "The address answers with a web page."), hint: NO_MCP };
    if (!isTimeout) {
      const isLost = error.code === SdkErrorCode.ConnectionClosed && progress !== "none";
      return { ...toFailure(error.code, error.message), ...(isLost ? { hint: MAY_HAVE_RUN } : {}) };
    }
    return {
      ...toFailure(error.code, `No answer within ${timeoutMs / 1000} s.`),
      hint: "--timeout SECONDS waits longer",
    };
  }
  if (isSystemError(error)) {
    const isSpawn = error.syscall.startsWith("spawn");
    return toFailure(error.code, isSpawn ? `The server could not be started: ${error.message}` : error.message);
  }
  return undefined;
}

const MAY_HAVE_RUN = "The call may have run: look at the device before you call it again";
const NO_MCP = "Check the address: its path (/mcp), its port, and whether it takes http or https";
const NOT_RUNNING = "Is the server running there? automobile daemon status shows this machine's";
const NO_SUCH_HOST = "Check the host name, and that this machine can look names up";

/** Node.js' words for a connection that never came to be, so that nothing was sent; those of TLS have hints of their own. */
const NOT_CONNECTED: ReadonlyMap<string, string> = new Map([
  ["ECONNREFUSED", NOT_RUNNING],
  ["EHOSTUNREACH", NOT_RUNNING],
  ["ENETUNREACH", NOT_RUNNING],
  ["UND_ERR_CONNECT_TIMEOUT", NOT_RUNNING],
  ["ENOTFOUND", NO_SUCH_HOST],
  ["EAI_AGAIN", NO_SUCH_HOST],
]);

/** Whatever is not known to have kept the call from being sent may have come after it. */
function toUnreached(failure: FetchFailure, progress: CallProgress): CallFailure {
  const { message, hint = NOT_CONNECTED.get(failure.code ?? "") } = explainTls(failure);
  if (progress === "task" || (progress === "sent" && hint === undefined)) {
    return {
      ...toFailure("CONNECTION_LOST", `The connection broke before the result came: ${message}`),
      hint: MAY_HAVE_RUN,
    };
  }
  return { ...toFailure("UNREACHABLE", `The server could not be reached: ${message}`), hint: hint ?? NO_MCP };
}

function isPage(text: string): boolean {
  return /<(?:!doctype|html|head|body|h1)\b/i.test(text);
}

const WHICH_TOKEN = `Give the server's own token in ${CALL_TOKEN_VARIABLE}; of an automobile daemon it is what its --token-file holds, else the file token of its state folder`;

interface AnsweredError {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

function toAnsweredError({ code, message, data }: AnsweredError): CallFailure {
  const shown = data === undefined ? "" : ` ${toTerminalJson(data)}`;
  return {
    line: `The server answered with error ${code}: ${toTerminalLine(message)}${shown}`,
    json: { code, message, ...(data === undefined ? {} : { data }) },
  };
}

function toFailure(code: string, message: string): CallFailure {
  return { line: toTerminalLine(message), json: { code, message } };
}

/** `fetch` rejects with a TypeError whose cause tells what happened; the SDK may have wrapped that once more. */
function findFetchFailure(error: unknown): FetchFailure | undefined {
  if (!(error instanceof Error) || error.cause === undefined) return undefined;
  if (!(error instanceof TypeError)) return findFetchFailure(error.cause);
  const { cause } = error;
  if (!(cause instanceof Error)) return { message: error.message, code: undefined };
  const code = "code" in cause ? String(cause.code) : undefined;
  // One address that refuses has a message; several, as of `localhost`, only have a code.
  return { message: cause.message === "" && code !== undefined ? code : cause.message, code };
}

function isSystemError(error: unknown): error is Error & { readonly code: string; readonly syscall: string } {
  return (
    error instanceof Error &&
    "syscall" in error &&
    typeof error.syscall === "string" &&
    "code" in error &&
    typeof error.code === "string"
  );
}
