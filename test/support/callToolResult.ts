import { isCallToolResult, type CallToolResult } from "@modelcontextprotocol/server";

/** The tool result that a JSON text holds. @throws Error when it holds none. */
export function parseCallToolResult(text: string): CallToolResult {
  const value: unknown = JSON.parse(text);
  if (!isCallToolResult(value)) throw new Error("not a CallToolResult");
  return value;
}
