import { z } from "zod";
import { parseJson } from "../../core/parseJson.js";
import type { ElicitationRecord } from "../../server/elicitationOutcome.js";
import { parseElicitationRecord } from "../../server/elicitationRecord.js";

/** A record is far shorter; whatever is longer is not read. */
const MAX_LINE_LENGTH = 16_384;

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
  const record = parseElicitationRecord(entry.data.elicitation);
  return record === undefined ? { is: "damaged" } : { is: "record", record };
}
