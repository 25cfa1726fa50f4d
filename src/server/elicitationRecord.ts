import { z } from "zod";
import type { ElicitationRecord } from "./elicitationOutcome.js";

const MAX_NAME_LENGTH = 1000;
/** Ten minutes is what a question lives; a day is beyond every clock's mistake. */
const MAX_LATENCY_MS = 86_400_000;

const name = z.string().max(MAX_NAME_LENGTH);
const schema: z.ZodType<ElicitationRecord> = z.object({
  declared: z.enum(["none", "bare", "form", "url"]),
  era: z.enum(["legacy", "modern"]),
  outcome: z.enum([
    "not_offered",
    "asked",
    "accept",
    "decline",
    "cancel",
    "timeout",
    "invalid",
    "error",
    "disabled",
    "remembered",
  ]),
  latencyMs: z.number().min(0).max(MAX_LATENCY_MS).exactOptional(),
  tool: name,
  candidates: z.int().min(0),
  clientName: name.exactOptional(),
  clientVersion: name.exactOptional(),
  topology: z.enum(["direct", "proxy", "daemon"]),
  task: z.boolean(),
});

/** Reads a record that another process wrote. `undefined` for anything that is none, whoever made it up. */
export function parseElicitationRecord(value: unknown): ElicitationRecord | undefined {
  const record = schema.safeParse(value);
  return record.success ? record.data : undefined;
}
