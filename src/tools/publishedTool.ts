import { z } from "zod";

/** What a client may assume about a tool (MCP, "ToolAnnotations"). */
export interface ToolAnnotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
}

/** A JSON Schema of an object, in the words that draft 7 and draft 2020-12 share. */
export interface ObjectSchema {
  readonly type: "object";
  readonly [keyword: string]: unknown;
}

/** One entry of `tools/list`. */
export interface PublishedTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: ObjectSchema;
  readonly outputSchema: ObjectSchema;
  readonly annotations: ToolAnnotations;
}

/**
 * The JSON Schema of a strict object, for what goes in or what comes out. It names no dialect: clients of older revisions
 * validate by draft 7 and stop at a dialect that they do not have, so schemas stay within what both have in common.
 */
export function toObjectSchema(schema: z.ZodObject, io: "input" | "output"): ObjectSchema {
  const { $schema: _dialect, ...keywords } = z.toJSONSchema(schema, {
    io,
    override: ({ jsonSchema }) => {
      // JSON's own limits, not the tool's.
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  return { ...keywords, type: "object" };
}

/**
 * The JSON Schema of what a call gives back: the tool's own result, or a refusal. A refusal carries no structured result, and
 * the protocol asks nothing of it; but Gemini CLI 0.61 makes one of the refusal's text and validates it, so that a schema
 * without the second branch costs its model the candidates.
 */
export function toResultSchema(schema: z.ZodObject): ObjectSchema {
  return { type: "object", anyOf: [toObjectSchema(schema, "output"), REFUSAL_SCHEMA] };
}

/** What every refusal says; beside it stands the data of its code (`core/refusal.ts`). */
const REFUSAL_SCHEMA: ObjectSchema = {
  type: "object",
  properties: { code: { type: "string" }, message: { type: "string" }, hint: { type: "string" } },
  required: ["code", "message", "hint"],
};
