import { z } from "zod";
import type { LoopbackReply } from "./loopbackServer.js";
import { type ModelDialect, toEventStream } from "./modelStandIn.js";

const TOOL_RESULT = z.object({ type: z.literal("function_call_output"), output: z.unknown() });
const BODY = z.object({
  tools: z
    .array(z.object({ name: z.string().optional(), tools: z.array(z.object({ name: z.string() })).optional() }))
    .default([]),
  input: z.array(z.unknown()),
});

/**
 * The OpenAI Responses API, streamed. Codex offers an MCP server as a namespace of tools; such a tool is named
 * `NAMESPACE/TOOL` here.
 */
export const OPENAI_RESPONSES: ModelDialect = {
  isTurn: ({ method, path }) => method === "POST" && path === "/v1/responses",
  offeredTools: (body) =>
    BODY.parse(body).tools.flatMap(({ name = "", tools = [] }) => tools.map((tool) => `${name}/${tool.name}`)),
  readToolResult(body) {
    const outputs = BODY.parse(body).input.flatMap((item) => {
      const result = TOOL_RESULT.safeParse(item);
      return result.success ? [result.data.output] : [];
    });
    const newest = outputs.at(-1);
    return newest === undefined || typeof newest === "string" ? newest : JSON.stringify(newest);
  },
  toCall({ tool, args }) {
    const [namespace, name] = tool.split("/");
    return toResponse({
      type: "function_call",
      id: "fc_1",
      call_id: "call_1",
      namespace,
      name,
      arguments: JSON.stringify(args),
    });
  },
  toText: (text) =>
    toResponse({ type: "message", id: "item_1", role: "assistant", content: [{ type: "output_text", text }] }),
};

function toResponse(item: object): LoopbackReply {
  const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };
  return toEventStream([
    { type: "response.created", ...{ response: { id: "resp_1" } } },
    { type: "response.output_item.done", ...{ item } },
    { type: "response.completed", ...{ response: { id: "resp_1", usage } } },
  ]);
}
