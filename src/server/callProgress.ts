import type { CallToolResult, ServerContext } from "@modelcontextprotocol/server";
import type { ToolCall } from "../elicitation/targetQuestion.js";

/** How far a call has come. */
export interface ProgressReport {
  readonly done: number;
  readonly total?: number;
  /** What is going on, for a person. */
  readonly message: string;
}

/** Takes what a call says of its progress. */
export type ReportProgress = (progress: ProgressReport) => void;

/** A `ToolBackend` whose calls say how far they have come. */
export type ReportingBackend = (call: ToolCall, signal: AbortSignal, report: ReportProgress) => Promise<CallToolResult>;

/**
 * Passes progress on to the client of this call, if it gave a token for it (MCP, "Progress"): what does not go forward is
 * left out, since progress must increase.
 */
export function progressOf(request: Pick<ServerContext["mcpReq"], "notify" | "_meta">): ReportProgress {
  const progressToken = request._meta?.progressToken;
  if (progressToken === undefined) return () => undefined;
  let last = -1;
  return ({ done, total, message }) => {
    if (done <= last) return;
    last = done;
    const params = { progressToken, progress: done, message, ...(total === undefined ? {} : { total }) };
    // A client that cannot be told is gone, and its call with it.
    request.notify({ method: "notifications/progress", params }).catch(() => undefined);
  };
}
