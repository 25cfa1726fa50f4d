import { z } from "zod";

const SCHEMA = z.object({
  properties: z.record(z.string(), z.object({ oneOf: z.array(z.object({ const: z.string() })) })),
});
const QUESTION = z.union([
  z.object({ requestedSchema: SCHEMA }).transform((question) => question.requestedSchema),
  z.object({ requested_schema: SCHEMA }).transform((question) => question.requested_schema),
]);

/**
 * The content that accepts the last entry of each choice of a question, whose form is under `requestedSchema` (MCP) or
 * `requested_schema` (Claude Code's hooks).
 *
 * @throws ZodError when the form is no list of choices.
 */
export function lastOffered(question: unknown): Readonly<Record<string, string>> {
  const { properties } = QUESTION.parse(question);
  return Object.fromEntries(
    Object.entries(properties).flatMap(([key, { oneOf }]) => oneOf.slice(-1).map((entry) => [key, entry.const])),
  );
}
