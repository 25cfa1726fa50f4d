import { z } from "zod";
import type { LoopbackReply } from "./loopbackServer.js";
import type { ModelDialect } from "./modelStandIn.js";

const FUNCTION_RESPONSE = z.object({ functionResponse: z.object({ response: z.unknown() }) });
const BODY = z.object({
  tools: z.array(z.object({ functionDeclarations: z.array(z.object({ name: z.string() })).default([]) })).default([]),
  contents: z.array(z.object({ parts: z.array(z.unknown()).default([]) })),
});

/** The Gemini API's `streamGenerateContent`. */
export const GEMINI_GENERATE: ModelDialect = {
  isTurn: ({ method, path }) => method === "POST" && /^\/v1beta\/models\/[^/]+:streamGenerateContent$/.test(path),
  offeredTools: (body) =>
    BODY.parse(body)
      .tools.flatMap((tool) => tool.functionDeclarations)
      .map(({ name }) => name),
  readToolResult(body) {
    const parts = BODY.parse(body).contents.flatMap((content) => content.parts);
    const responses = parts.flatMap((part) => {
      const parsed = FUNCTION_RESPONSE.safeParse(part);
      return parsed.success ? [parsed.data.functionResponse.response] : [];
    });
    return responses.map((response) => JSON.stringify(response)).at(-1);
  },
  toCall: ({ tool, args }) => toContent({ functionCall: { name: tool, args } }),
  toText: (text) => toContent({ text }),
};

function toContent(part: object): LoopbackReply {
  const usageMetadata = { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 };
  const chunk = { candidates: [{ index: 0, content: { role: "model", parts: [part] }, finishReason: "STOP" }] };
  return {
    status: 200,
    contentType: "text/event-stream",
    body: `data: ${JSON.stringify({ ...chunk, usageMetadata })}\n\n`,
  };
}
