import fc from "fast-check";
import { expect, it } from "vitest";
import { createOversizedLine } from "../../src/server/oversizedLine.js";

/** What is remembered of a line that comes in pieces of the given lengths. */
function requestIdOf(line: string, lengths: readonly number[]): string | number | undefined {
  const bytes = new TextEncoder().encode(line);
  const oversized = createOversizedLine();
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const length = lengths[turn % lengths.length] ?? 1;
    oversized.take(bytes.subarray(at, at + length));
    at += length;
  }
  return oversized.requestId();
}

const blanks = fc.constantFrom("", " ", "\t\r", " ".repeat(700));
const ids = fc.oneof(
  fc.constantFrom<unknown>(0, -1, 1.5, 1e21, "", "7", "\\", '"', "é", "id", null, true, { id: 1 }, [1], {}),
  fc.integer(),
  fc.string({ unit: "binary" }),
);
// Names that matter, near misses, and a nested object that has them too.
const members = fc.array(
  fc.tuple(
    fc.oneof(fc.constantFrom("id", "method", "params", "ID", "result", ""), fc.string({ unit: "binary" })),
    fc.oneof(ids, fc.constant({ id: 9, method: "x", s: '"}],{' }), fc.jsonValue()),
  ),
  { maxLength: 6 },
);
/** The same text with any character of a key written as an escape: a key that looks different and is the same. */
const spelled = (key: string, isEscaped: boolean): string =>
  isEscaped
    ? `"${Array.from({ length: key.length }, (_, at) => `\\u${key.charCodeAt(at).toString(16).padStart(4, "0")}`).join("")}"`
    : JSON.stringify(key);

it("of any JSON object, the id of a request is what JSON.parse says that it is", () => {
  const lengths = fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(members, blanks, fc.boolean(), lengths, (entries, blank, isEscaped, sizes) => {
      const pairs = entries.map(
        ([key, value]) => `${blank}${spelled(key, isEscaped)}${blank}:${blank}${JSON.stringify(value)}${blank}`,
      );
      const line = `{${pairs.join(",")}}`;

      const whole = membersOf(JSON.parse(line));
      const isRequest = whole.has("method") && isUsable(whole.get("id"));

      expect(requestIdOf(line, sizes)).toBe(isRequest ? whole.get("id") : undefined);
    }),
  );
});

function membersOf(value: unknown): ReadonlyMap<string, unknown> {
  return new Map(typeof value === "object" && value !== null ? Object.entries(value) : []);
}

function isUsable(id: unknown): boolean {
  return typeof id === "string" || Number.isSafeInteger(id);
}

it.each([
  ["a list of requests", '[{"id":1,"method":"x"}]'],
  ["a string", '"id"'],
  ["a number", "17"],
  ["a response", '{"id":1,"result":{"method":"x"}}'],
  ["text that is no JSON", 'id: 1, method: "x"'],
  ["nothing", ""],
])("there is no request id in %s", (_, line) => {
  expect(requestIdOf(line, [3])).toBeUndefined();
});

it("an id too long to be kept is none", () => {
  expect(requestIdOf(`{"id":"${"x".repeat(600)}","method":"x"}`, [100])).toBeUndefined();
  expect(requestIdOf(`{"id":"${"x".repeat(500)}","method":"x"}`, [100])).toBe("x".repeat(500));
});
