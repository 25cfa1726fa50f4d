import { z } from "zod";
import { parseJson } from "../../core/parseJson.js";
import type { ElicitationRecord } from "../../server/elicitationOutcome.js";

/** A record is far shorter; whatever is longer is not read. */
const MAX_LINE_LENGTH = 16_384;

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
const logLine = z.object({ elicitation: z.unknown() });

/** What one line of a log says of an ambiguous call. `other`: it says something else. `damaged`: it can't be believed. */
export type LineReading =
  { readonly is: "record"; readonly record: ElicitationRecord } | { readonly is: "other" } | { readonly is: "damaged" };

/** Reads one line that anything may stand on: half of one after a crash, or text that a client made up. */
export function readRecordLine(line: string): LineReading {
  if (line.trim() === "") return { is: "other" };
  if (line.length > MAX_LINE_LENGTH) return { is: "damaged" };
  const value = parseJson(line);
  if (typeof value !== "object" || value === null) return { is: "damaged" };
  const entry = logLine.safeParse(value);
  if (!entry.success || !("elicitation" in value)) return { is: "other" };
  const record = schema.safeParse(entry.data.elicitation);
  return record.success ? { is: "record", record: record.data } : { is: "damaged" };
}
