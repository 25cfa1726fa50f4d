import { ProtocolError, SdkError, SdkErrorCode } from "@modelcontextprotocol/client";
import { toTerminalJson, toTerminalLine } from "../terminalText.js";

/** Why there is no result, in one line for a person and one value for a program. */
export interface CallFailure {
  readonly line: string;
  readonly json: { readonly code?: number | string; readonly message: string; readonly data?: unknown };
}

/** Describes a failed connection or call. `undefined` for an error that is a bug of ours. */
export function describeFailure(error: unknown, timeoutMs: number): CallFailure | undefined {
  if (error instanceof ProtocolError) {
    const data = error.data === undefined ? "" : ` ${toTerminalJson(error.data)}`;
    return {
      line: `The server answered with error ${error.code}: ${toTerminalLine(error.message)}${data}`,
      json: { code: error.code, message: error.message, ...(error.data === undefined ? {} : { data: error.data }) },
    };
  }
  if (error instanceof SdkError) {
    const line = error.code === SdkErrorCode.RequestTimeout ? describeTimeout(error, timeoutMs) : error.message;
    return { line: toTerminalLine(line), json: { code: error.code, message: line } };
  }
  if (isSystemError(error)) {
    const line = error.syscall.startsWith("spawn")
      ? `The server could not be started: ${error.message}`
      : error.message;
    return { line: toTerminalLine(line), json: { code: error.code, message: line } };
  }
  if (error instanceof TypeError && error.cause instanceof Error) {
    // What `fetch` rejects with when there is no server at the address.
    const line = `The server could not be reached: ${error.cause.message}`;
    return { line: toTerminalLine(line), json: { message: line } };
  }
  return undefined;
}

/** The SDK gives one code to a request that ran out of time and to one that was aborted. */
function describeTimeout(error: SdkError, timeoutMs: number): string {
  const isAborted = !error.message.toLowerCase().includes("timed out");
  return isAborted ? "Interrupted." : `No answer within ${timeoutMs / 1000} s; --timeout SECONDS waits longer.`;
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
