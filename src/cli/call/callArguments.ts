import { z } from "zod";
import { nearest } from "../../core/nearest.js";
import { parseJson } from "../../core/parseJson.js";

/** A tool's arguments as the command line gave them, before the tool's schema is known. */
export type GivenArguments =
  | { readonly is: "pairs"; readonly pairs: readonly (readonly [name: string, text: string])[] }
  | { readonly is: "json"; readonly value: Readonly<Record<string, unknown>> };

/** Typed arguments, or what is wrong with them, one line each. */
export type TypedArguments =
  | { readonly is: "typed"; readonly value: Readonly<Record<string, unknown>>; readonly remarks: readonly string[] }
  | { readonly is: "wrong"; readonly problems: readonly string[] };

const objectSchema = z.record(z.string(), z.unknown());

/** Reads the words after the tool's name: `key=value …`, or one JSON object. `undefined` with the word that is neither. */
export function parseGivenArguments(
  words: readonly string[],
): GivenArguments | { readonly is: "wrong"; readonly word: string } {
  const [first = "", ...others] = words;
  if (first.trimStart().startsWith("{") && others.length === 0) {
    const object = objectSchema.safeParse(parseJson(first));
    return object.success ? { is: "json", value: object.data } : { is: "wrong", word: first };
  }
  const bad = words.find((word) => !/^[^=]+=/s.test(word));
  if (bad !== undefined) return { is: "wrong", word: bad };
  return {
    is: "pairs",
    pairs: words.map((word) => [word.slice(0, word.indexOf("=")), word.slice(word.indexOf("=") + 1)] as const),
  };
}

/** The one part of a published input schema that typing needs. */
export interface ArgumentSchemas {
  readonly properties?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Gives each `key=value` the type that the tool publishes for it: numbers, booleans, and JSON for objects and lists; text
 * stays text. A name that the tool does not publish is sent as text, with a remark, because refusing it is the server's
 * part. JSON arguments go out as they are.
 */
export function typeArguments(given: GivenArguments, schema: ArgumentSchemas): TypedArguments {
  if (given.is === "json") return { is: "typed", value: given.value, remarks: [] };
  const known = Object.keys(schema.properties ?? {});
  const read = given.pairs.map(([name, text], index) => {
    const isRepeat = given.pairs.findIndex(([other]) => other === name) < index;
    if (isRepeat) return { name, is: "wrong" as const, problem: "is given twice" };
    return { name, ...typeValue(text, schema.properties?.[name]) };
  });
  const problems = read.flatMap((entry) => (entry.is === "wrong" ? [`${entry.name} ${entry.problem}`] : []));
  if (problems.length > 0) return { is: "wrong", problems };
  return {
    is: "typed",
    value: Object.fromEntries(read.flatMap((entry) => (entry.is === "value" ? [[entry.name, entry.value]] : []))),
    remarks: given.pairs.flatMap(([name]) => (known.includes(name) ? [] : [toUnknownRemark(name, known)])),
  };
}

type TypedValue =
  { readonly is: "value"; readonly value: unknown } | { readonly is: "wrong"; readonly problem: string };

const typesSchema = z.object({
  type: z.union([z.string().transform((type) => [type]), z.array(z.string())]).catch([]),
});
const unionSchema = z.object({ anyOf: z.array(z.unknown()) }).or(z.object({ oneOf: z.array(z.unknown()) }));

/** Text wins only when no other published type takes it, so that `x=5` is a number where the tool takes both. */
function typeValue(text: string, schema: unknown): TypedValue {
  const types = publishedTypes(schema);
  for (const type of types) {
    const value = readAs(type, text);
    if (value !== undefined) return { is: "value", value: value.value };
  }
  if (types.length === 0 || types.includes("string")) return { is: "value", value: text };
  return {
    is: "wrong",
    problem: `takes ${types.map((type) => TYPE_WORDS.get(type) ?? type).join(" or ")}, not "${text}"`,
  };
}

function publishedTypes(schema: unknown): readonly string[] {
  const union = unionSchema.safeParse(schema);
  if (union.success) {
    const members = "anyOf" in union.data ? union.data.anyOf : union.data.oneOf;
    return members.flatMap((member) => publishedTypes(member));
  }
  const own = typesSchema.safeParse(schema);
  return own.success ? own.data.type : [];
}

/** The text's value as one JSON type; `undefined` when it is none of that type. */
function readAs(type: string, text: string): { readonly value: unknown } | undefined {
  switch (type) {
    case "number":
    case "integer": {
      const number = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : Number.NaN;
      if (!Number.isFinite(number) || (type === "integer" && !Number.isInteger(number))) return undefined;
      return { value: number };
    }
    case "boolean":
      return text === "true" || text === "false" ? { value: text === "true" } : undefined;
    case "null":
      return text === "null" ? { value: null } : undefined;
    case "object": {
      const object = objectSchema.safeParse(parseJson(text));
      return object.success ? { value: object.data } : undefined;
    }
    case "array": {
      const list = z.array(z.unknown()).safeParse(parseJson(text));
      return list.success ? { value: list.data } : undefined;
    }
    default:
      return undefined;
  }
}

const TYPE_WORDS: ReadonlyMap<string, string> = new Map([
  ["number", "a number"],
  ["integer", "a whole number"],
  ["boolean", "true or false"],
  ["object", 'a JSON object such as {"x":1,"y":2}'],
  ["array", "a JSON list"],
]);

function toUnknownRemark(name: string, known: readonly string[]): string {
  const close = nearest(name, known);
  return `The tool publishes no argument "${name}"${close === undefined ? "" : ` (did you mean ${close}?)`}: sent as text.`;
}
