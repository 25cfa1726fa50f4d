import type { CallToolResult, InputRequiredResult, ServerContext } from "@modelcontextprotocol/server";

/** What the suite's tools give back. */
export type SuiteResult = CallToolResult | InputRequiredResult;

/** One tool that the official suite expects of a server under test, as its scenario describes it. */
export interface SuiteTool {
  readonly name: string;
  readonly inputSchema: { readonly type: "object"; readonly [keyword: string]: unknown };
  readonly run: (context: ServerContext, args: Readonly<Record<string, unknown>>) => Promise<SuiteResult>;
}

/** One red pixel. */
const PIXEL_PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";
/** A WAV header without samples. */
const SILENT_WAV = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=";

const NO_ARGUMENTS = { type: "object" } as const;

/** A text result. */
export function said(text: string): CallToolResult {
  return { content: [{ type: "text", text }] };
}

/** A tool without arguments. */
export function suiteTool(name: string, run: SuiteTool["run"]): SuiteTool {
  return { name, inputSchema: NO_ARGUMENTS, run };
}

/** The tools of the `tools-*` and `server-stateless` scenarios that ask nothing. */
export const SUITE_TOOLS: readonly SuiteTool[] = [
  suiteTool("test_simple_text", async () => said("This is a simple text response for testing.")),
  suiteTool("test_image_content", async () => ({
    content: [{ type: "image", data: PIXEL_PNG, mimeType: "image/png" }],
  })),
  suiteTool("test_audio_content", async () => ({
    content: [{ type: "audio", data: SILENT_WAV, mimeType: "audio/wav" }],
  })),
  suiteTool("test_embedded_resource", async () => ({
    content: [
      {
        type: "resource",
        resource: {
          uri: "test://embedded-resource",
          mimeType: "text/plain",
          text: "This is an embedded resource content.",
        },
      },
    ],
  })),
  suiteTool("test_multiple_content_types", async () => ({
    content: [
      { type: "text", text: "Multiple content types test:" },
      { type: "image", data: PIXEL_PNG, mimeType: "image/png" },
      {
        type: "resource",
        resource: {
          uri: "test://mixed-content-resource",
          mimeType: "application/json",
          text: '{"test":"data","value":123}',
        },
      },
    ],
  })),
  suiteTool("test_error_handling", async () => ({
    ...said("This tool intentionally returns an error for testing"),
    isError: true,
  })),
  suiteTool("test_tool_with_progress", async ({ mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken;
    for (const progress of progressToken === undefined ? [] : [0, 50, 100]) {
      await mcpReq.notify({ method: "notifications/progress", params: { progressToken, progress, total: 100 } });
    }
    return said("done");
  }),
  suiteTool("test_tool_with_logging", async ({ mcpReq }) => {
    for (const data of ["Tool execution started", "Tool processing data", "Tool execution completed"]) {
      await mcpReq.notify({ method: "notifications/message", params: { level: "info", data } });
    }
    return said("done");
  }),
  suiteTool("test_streaming_elicitation", async () => said("done")),
  suiteTool("test_logging_tool", async () => said("done")),
  {
    name: "json_schema_2020_12_tool",
    inputSchema: {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      type: "object",
      $defs: {
        address: {
          $anchor: "addressDef",
          type: "object",
          properties: { street: { type: "string" }, city: { type: "string" } },
        },
      },
      properties: {
        name: { type: "string" },
        address: { $ref: "#/$defs/address" },
        contactMethod: { type: "string", enum: ["phone", "email"] },
        phone: { type: "string" },
        email: { type: "string" },
      },
      allOf: [{ anyOf: [{ required: ["phone"] }, { required: ["email"] }] }],
      if: { properties: { contactMethod: { const: "phone" } }, required: ["contactMethod"] },
      then: { required: ["phone"] },
      else: { required: ["email"] },
      additionalProperties: false,
    },
    run: async () => said("done"),
  },
];
