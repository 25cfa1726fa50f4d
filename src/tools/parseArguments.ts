import type { z } from "zod";
import { nearest } from "../core/nearest.js";
import { quoteText } from "../core/quoteText.js";
import type { ArgumentProblem } from "../core/refusal.js";

/** More problems than this are not news. */
const PROBLEMS_LIMIT = 20;
/** Longer names than this are no misspelling of an argument. */
const NAME_LIMIT = 60;

/** What may stand in a call's arguments. */
export interface ArgumentSchemas<Own extends z.ZodObject, Shared extends z.ZodObject> {
  /** The tool's name, for the problems' text. */
  readonly tool: string;
  /** Strict: what neither schema knows is a problem. */
  readonly own: Own;
  /** Arguments that the tool takes as every tool of its kind does. */
  readonly shared: Shared;
}

/** Arguments that were read, or everything that is wrong with them. */
export type ParsedArguments<Own extends z.ZodObject, Shared extends z.ZodObject> =
  | { readonly is: "valid"; readonly own: z.output<Own>; readonly shared: z.output<Shared> }
  | { readonly is: "invalid"; readonly problems: readonly ArgumentProblem[] };

/**
 * Reads the arguments of a call as they came from the client. Nothing is dropped or converted: an unknown name and a
 * value of another type are problems. Never throws.
 */
export function parseArguments<Own extends z.ZodObject, Shared extends z.ZodObject>(
  args: unknown,
  schemas: ArgumentSchemas<Own, Shared>,
): ParsedArguments<Own, Shared> {
  const given = args ?? {};
  if (typeof given !== "object" || Array.isArray(given)) {
    return { is: "invalid", problems: [{ argument: "arguments", problem: "they are not an object" }] };
  }
  const isShared = ([name]: readonly [string, unknown]) => Object.hasOwn(schemas.shared.shape, name);
  const entries = Object.entries(given);
  const shared = schemas.shared.safeParse(Object.fromEntries(entries.filter(isShared)), IN_OUR_WORDS);
  const own = schemas.own.safeParse(Object.fromEntries(entries.filter((entry) => !isShared(entry))), IN_OUR_WORDS);
  if (own.success && shared.success) return { is: "valid", own: own.data, shared: shared.data };

  const known = [...Object.keys(schemas.own.shape), ...Object.keys(schemas.shared.shape)];
  const issues = [...(shared.error?.issues ?? []), ...(own.error?.issues ?? [])];
  const problems = issues.flatMap((issue) => toProblems(issue, { tool: schemas.tool, known }));
  return { is: "invalid", problems: problems.slice(0, PROBLEMS_LIMIT) };
}

/** zod tells of an argument that is not there as of one of a wrong type. */
const IN_OUR_WORDS = {
  error: (issue: z.core.$ZodRawIssue) => {
    if (issue.input !== undefined) return undefined;
    if (issue.code === "invalid_value") return `it is required, one of ${issue.values.map(String).join(", ")}`;
    return issue.code === "invalid_type" ? "it is required" : undefined;
  },
};

function toProblems(
  issue: z.core.$ZodIssue,
  at: { readonly tool: string; readonly known: readonly string[] },
): readonly ArgumentProblem[] {
  const path = issue.path.map(String);
  if (issue.code !== "unrecognized_keys") return [{ argument: toName(path), problem: issue.message }];
  return issue.keys.map((key) => ({
    argument: toName([...path, key]),
    problem: path.length === 0 ? unknownArgument(key, at) : `${toName(path)} has no such part`,
  }));
}

function unknownArgument(name: string, at: { readonly tool: string; readonly known: readonly string[] }): string {
  if (at.known.length === 0) return `${at.tool} takes no arguments`;
  const meant = name.length > NAME_LIMIT ? undefined : nearest(name, at.known);
  const guess = meant === undefined ? "" : ` Did you mean ${meant}?`;
  return `${at.tool} has no such argument.${guess} It takes ${at.known.join(", ")}`;
}

function toName(path: readonly string[]): string {
  return path.length === 0 ? "arguments" : quoteText(path.join("."), NAME_LIMIT);
}
