import { ProtocolError, SdkError, SdkErrorCode, SdkHttpError } from "@modelcontextprotocol/client";
import { toTerminalJson, toTerminalLine } from "../terminalText.js";
import { CALL_TOKEN_VARIABLE } from "./serverPlace.js";

/** Why there is no result: one line for a person, perhaps with what to do now, and one value for a program. */
export interface CallFailure {
  readonly line: string;
  readonly hint?: string;
  readonly json: { readonly code: number | string; readonly message: string; readonly data?: unknown };
}

/** Describes a failed connection or call. `undefined` for an error that is a bug of ours. */
export function describeFailure(
  error: unknown,
  { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal: AbortSignal },
): CallFailure | undefined {
  // Whatever broke first: a server in the same terminal gets the same Ctrl-C.
  if (signal.aborted) return toFailure("INTERRUPTED", "Interrupted.");
  const unreachable = findFetchFailure(error);
  if (unreachable !== undefined) return toFailure("UNREACHABLE", `The server could not be reached: ${unreachable}`);
  if (error instanceof ProtocolError) {
    const data = error.data === undefined ? "" : ` ${toTerminalJson(error.data)}`;
    return {
      line: `The server answered with error ${error.code}: ${toTerminalLine(error.message)}${data}`,
      json: { code: error.code, message: error.message, ...(error.data === undefined ? {} : { data: error.data }) },
    };
  }
  if (error instanceof SdkHttpError && error.status === 401) {
    return {
      ...toFailure("UNAUTHORIZED", "The server lets nobody in without its token (HTTP 401)."),
      hint: `Give the token in the environment variable ${CALL_TOKEN_VARIABLE}`,
    };
  }
  if (error instanceof SdkError) {
    const isTimeout = error.code === SdkErrorCode.RequestTimeout;
    if (!isTimeout) return toFailure(error.code, error.message);
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

function toFailure(code: string, message: string): CallFailure {
  return { line: toTerminalLine(message), json: { code, message } };
}

/** `fetch` rejects with a TypeError whose cause tells what happened; the SDK may have wrapped that once more. */
function findFetchFailure(error: unknown): string | undefined {
  if (!(error instanceof Error) || error.cause === undefined) return undefined;
  if (!(error instanceof TypeError)) return findFetchFailure(error.cause);
  const { cause } = error;
  if (!(cause instanceof Error)) return error.message;
  // One address that refuses has a message; several, as of `localhost`, only have a code.
  return cause.message === "" && "code" in cause ? String(cause.code) : cause.message;
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
