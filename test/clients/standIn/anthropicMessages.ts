import { z } from "zod";
import type { LoopbackReply } from "./loopbackServer.js";
import { type ModelDialect, toEventStream } from "./modelStandIn.js";

const TEXT_BLOCK = z.object({ type: z.literal("text"), text: z.string() });
const TOOL_RESULT = z.object({
  type: z.literal("tool_result"),
  content: z.union([z.string(), z.array(TEXT_BLOCK).transform((blocks) => blocks.map(({ text }) => text).join(""))]),
});
const BODY = z.object({
  tools: z.array(z.object({ name: z.string() })).default([]),
  messages: z.array(z.object({ content: z.union([z.string(), z.array(z.unknown())]) })),
});
const USAGE = { input_tokens: 1, output_tokens: 1 };

/** The Anthropic Messages API, streamed. */
export const ANTHROPIC_MESSAGES: ModelDialect = {
  isTurn: ({ method, path }) => method === "POST" && path === "/v1/messages",
  offeredTools: (body) => BODY.parse(body).tools.map(({ name }) => name),
  readToolResult(body) {
    const blocks = BODY.parse(body).messages.flatMap(({ content }) => content);
    return blocks.flatMap((block) => TOOL_RESULT.safeParse(block).data?.content ?? []).at(-1);
  },
  toCall: ({ tool, args }) =>
    toMessage("tool_use", {
      start: { type: "tool_use", id: "toolu_1", name: tool, input: {} },
      delta: { type: "input_json_delta", partial_json: JSON.stringify(args) },
    }),
  toText: (text) => toMessage("end_turn", { start: { type: "text", text: "" }, delta: { type: "text_delta", text } }),
};

/** One message of one content block, as its stream of events. */
function toMessage(stopReason: string, block: { readonly start: object; readonly delta: object }): LoopbackReply {
  const message = { id: "msg_1", type: "message", role: "assistant", model: "stand-in", content: [], usage: USAGE };
  return toEventStream([
    { type: "message_start", ...{ message: { ...message, stop_reason: null, stop_sequence: null } } },
    { type: "content_block_start", ...{ index: 0, content_block: block.start } },
    { type: "content_block_delta", ...{ index: 0, delta: block.delta } },
    { type: "content_block_stop", ...{ index: 0 } },
    { type: "message_delta", ...{ delta: { stop_reason: stopReason, stop_sequence: null }, usage: USAGE } },
    { type: "message_stop" },
  ]);
}
