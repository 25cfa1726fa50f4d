import type { CallToolResult } from "@modelcontextprotocol/server";
import { Refusal } from "../core/refusal.js";
import type { ToolOutcome } from "../tools/defineTool.js";
import type { ReportingBackend, ReportProgress } from "./callProgress.js";
import { toRefusalResult } from "./refusalWire.js";

/** One call on its way to the tools. */
export interface ToolRunRequest {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
  /** Run on nothing that has another identity than this. */
  readonly expectedIdentity?: string;
  readonly onProgress: ReportProgress;
}

/** The backend of the dispatcher over whatever runs the tools: outcomes and refusals become results, bugs are thrown on. */
export function toBackend(run: (request: ToolRunRequest) => Promise<ToolOutcome>): ReportingBackend {
  return async (call, signal, onProgress) => {
    try {
      const { name, arguments: args, expectedIdentity } = call;
      const expected = expectedIdentity === undefined ? {} : { expectedIdentity };
      return toToolResult(await run({ name, args, signal, onProgress, ...expected }));
    } catch (error) {
      if (error instanceof Refusal) return toRefusalResult(error.detail);
      throw error;
    }
  };
}

/** The structured result, its text copy for clients that read only text (MCP, "Tools: Structured Content"), then images. */
function toToolResult({ structured, images = [] }: ToolOutcome): CallToolResult {
  return {
    content: [
      { type: "text", text: JSON.stringify(structured) },
      ...images.map(({ mimeType, base64 }) => ({ type: "image" as const, mimeType, data: base64 })),
    ],
    structuredContent: { ...structured },
  };
}
