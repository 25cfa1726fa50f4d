import type { ElicitRequestFormParams } from "@modelcontextprotocol/server";
import { said, type SuiteTool, suiteTool } from "./suiteTools.js";

const DEFAULTS: ElicitRequestFormParams["requestedSchema"] = {
  type: "object",
  properties: {
    name: { type: "string", default: "John Doe" },
    age: { type: "integer", default: 30 },
    score: { type: "number", default: 95.5 },
    status: { type: "string", enum: ["active", "inactive", "pending"], default: "active" },
    verified: { type: "boolean", default: true },
  },
};

const ENUMS: ElicitRequestFormParams["requestedSchema"] = {
  type: "object",
  properties: {
    untitledSingle: { type: "string", enum: ["option1", "option2", "option3"] },
    titledSingle: {
      type: "string",
      oneOf: [
        { const: "value1", title: "First Option" },
        { const: "value2", title: "Second Option" },
        { const: "value3", title: "Third Option" },
      ],
    },
    legacyEnum: {
      type: "string",
      enum: ["opt1", "opt2", "opt3"],
      enumNames: ["Option One", "Option Two", "Option Three"],
    },
    untitledMulti: { type: "array", items: { type: "string", enum: ["option1", "option2", "option3"] } },
    titledMulti: {
      type: "array",
      items: {
        anyOf: [
          { const: "value1", title: "First Choice" },
          { const: "value2", title: "Second Choice" },
          { const: "value3", title: "Third Choice" },
        ],
      },
    },
  },
};

/** The tools of the scenarios in which a 2025-11-25 server pushes a question. */
export const SUITE_PUSH_TOOLS: readonly SuiteTool[] = [
  {
    name: "test_elicitation",
    inputSchema: { type: "object", properties: { message: { type: "string" } }, required: ["message"] },
    run: async ({ mcpReq }, args) => {
      const requestedSchema: ElicitRequestFormParams["requestedSchema"] = {
        type: "object",
        properties: {
          username: { type: "string", description: "User's response" },
          email: { type: "string", description: "User's email address" },
        },
        required: ["username", "email"],
      };
      const answer = await mcpReq.send({
        method: "elicitation/create",
        params: { mode: "form", message: args["message"], requestedSchema },
      });
      return said(`User response: action=${answer.action}, content=${JSON.stringify(answer.content)}`);
    },
  },
  {
    name: "test_sampling",
    inputSchema: { type: "object", properties: { prompt: { type: "string" } }, required: ["prompt"] },
    run: async ({ mcpReq }, args) => {
      const messages = [{ role: "user", content: { type: "text", text: args["prompt"] } }];
      const { content } = await mcpReq.send({
        method: "sampling/createMessage",
        params: { messages, maxTokens: 100 },
      });
      return said(`LLM response: ${JSON.stringify(content)}`);
    },
  },
  pushing("test_elicitation_sep1034_defaults", DEFAULTS),
  pushing("test_elicitation_sep1330_enums", ENUMS),
];

function pushing(name: string, requestedSchema: ElicitRequestFormParams["requestedSchema"]): SuiteTool {
  return suiteTool(name, async ({ mcpReq }) => {
    const params = { mode: "form", message: "Please fill this in", requestedSchema };
    const { action, content } = await mcpReq.send({ method: "elicitation/create", params });
    return said(`Elicitation completed: action=${action}, content=${JSON.stringify(content)}`);
  });
}
