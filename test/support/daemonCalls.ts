import { z } from "zod";
import type { LabDaemon } from "./labDaemon.js";

const PROTOCOL = "2026-07-28";

/** What a JSON-RPC answer holds, as far as these tests look. */
export const answerSchema = z.object({
  result: z.looseObject({ requestState: z.string().optional() }).optional(),
  error: z.looseObject({ code: z.number(), data: z.unknown().optional() }).optional(),
});

/** One JSON-RPC answer. */
export type DaemonAnswer = z.infer<typeof answerSchema>;

/** A modern tap that names no device, by a client that can be asked. */
export async function modernTap(
  { send }: Pick<LabDaemon, "send">,
  headers: Readonly<Record<string, string>> = {},
  params: object = {},
): Promise<DaemonAnswer> {
  const response = await send("/mcp", {
    headers: { "MCP-Protocol-Version": PROTOCOL, "Mcp-Method": "tools/call", "Mcp-Name": "tapAt", ...headers },
    body: { jsonrpc: "2.0", id: 1, method: "tools/call", params: { ...TAP, _meta: META, ...params } },
  });
  return answerSchema.parse(await response.json());
}

/** The same tap by a legacy client over HTTP, where no connection says what it can do. */
export async function legacyTap(
  { send }: Pick<LabDaemon, "send">,
  headers: Readonly<Record<string, string>> = {},
  args: object = {},
): Promise<DaemonAnswer> {
  const params = { ...TAP, arguments: { ...TAP.arguments, ...args } };
  const body = { jsonrpc: "2.0", id: 1, method: "tools/call", params };
  const response = await send("/mcp", { headers: { "MCP-Protocol-Version": "2025-11-25", ...headers }, body });
  const data = /^data: (.*)$/m.exec(await response.text())?.[1] ?? "";
  return answerSchema.parse(JSON.parse(data));
}

/** The answer to a question that was returned. */
export function accepting(asked: DaemonAnswer, deviceId: string): object {
  return {
    requestState: asked.result?.requestState,
    inputResponses: { deviceChoice: { action: "accept", content: { deviceId } } },
  };
}

const TAP = { name: "tapAt", arguments: { x: 10, y: 10 } };
const META = {
  "io.modelcontextprotocol/protocolVersion": PROTOCOL,
  "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": { elicitation: { form: {} } },
};
