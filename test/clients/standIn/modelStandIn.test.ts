import { afterEach, describe, expect, it } from "vitest";
import { ANTHROPIC_MESSAGES } from "./anthropicMessages.js";
import { GEMINI_GENERATE } from "./geminiGenerate.js";
import { type ModelStandIn, startModelStandIn } from "./modelStandIn.js";
import { OPENAI_RESPONSES } from "./openAiResponses.js";

/** For each API: a turn that offers the tool, one that offers none, and one that has its result. */
const DIALECTS = [
  {
    api: "Anthropic Messages",
    dialect: ANTHROPIC_MESSAGES,
    tool: "press",
    path: "/v1/messages",
    offering: { tools: [{ name: "press" }], messages: [{ content: "go" }] },
    plain: { messages: [{ content: "a title, please" }] },
    withResult: {
      tools: [{ name: "press" }],
      messages: [
        { content: "go" },
        { content: [{ type: "tool_result", content: [{ type: "text", text: "pressed" }] }] },
      ],
    },
    called: '"name":"press"',
  },
  {
    api: "OpenAI Responses",
    dialect: OPENAI_RESPONSES,
    tool: "phones/press",
    path: "/v1/responses",
    offering: { tools: [{ name: "phones", tools: [{ name: "press" }] }], input: [] },
    plain: { input: [] },
    withResult: {
      tools: [{ name: "phones", tools: [{ name: "press" }] }],
      input: [{ type: "function_call_output", output: "pressed" }],
    },
    called: '"namespace":"phones","name":"press"',
  },
  {
    api: "Gemini",
    dialect: GEMINI_GENERATE,
    tool: "press",
    path: "/v1beta/models/some:streamGenerateContent",
    offering: { tools: [{ functionDeclarations: [{ name: "press" }] }], contents: [] },
    plain: { contents: [] },
    withResult: {
      tools: [{ functionDeclarations: [{ name: "press" }] }],
      contents: [{ parts: [{ functionResponse: { response: "pressed" } }] }],
    },
    called: '"functionCall":{"name":"press"',
  },
];

let model: ModelStandIn | undefined;

afterEach(async () => {
  await model?.close();
});

describe.each(DIALECTS)("a model that is none, by the $api API", ({ dialect, tool, path, called, ...bodies }) => {
  it("calls the tool where it is offered, ends once it has the result, and titles what offers none", async () => {
    model = await startModelStandIn(dialect, { tool, args: { button: "home" } });

    const replies = [
      await post(`${model.url}${path}`, bodies.offering),
      await post(`${model.url}${path}`, bodies.withResult),
      await post(`${model.url}${path}`, bodies.plain),
    ];

    expect(replies.map((reply) => reply.includes(called))).toEqual([true, false, false]);
    expect(replies.map((reply) => reply.includes("Done."))).toEqual([false, true, false]);
    expect(model.toolResults().map((result) => result.replaceAll('"', ""))).toEqual(["pressed"]);
    expect(model.turns()).toBe(3);
  });

  it("counts what it does not know", async () => {
    model = await startModelStandIn(dialect, { tool, args: {} });

    await fetch(`${model.url}/v1/telemetry?x=1`, { method: "PUT", body: "no JSON" });

    expect(model.unknownRequests()).toEqual(["PUT /v1/telemetry"]);
    expect(model.turns()).toBe(0);
  });
});

async function post(url: string, body: object): Promise<string> {
  const response = await fetch(url, { method: "POST", body: JSON.stringify(body) });
  return await response.text();
}
