import fc from "fast-check";
import { expect, it, test } from "vitest";
import { z } from "zod";
import { parseArguments } from "../../src/tools/parseArguments.js";

const SCHEMAS = {
  tool: "tapOn",
  own: z.strictObject({
    text: z.string().optional(),
    from: z.strictObject({ x: z.number() }).optional(),
    pick: z.strictObject({ side: z.enum(["left", "right"]) }).optional(),
    longPress: z.boolean().default(false),
  }),
  shared: z.strictObject({ deviceId: z.string().min(1).optional() }),
};

it("reads arguments, with their defaults", () => {
  expect(parseArguments({ text: "OK", deviceId: "A" }, SCHEMAS)).toEqual({
    is: "valid",
    own: { text: "OK", longPress: false },
    shared: { deviceId: "A" },
  });
});

it("takes no arguments for an empty set of them", () => {
  expect(parseArguments(undefined, SCHEMAS)).toEqual({ is: "valid", own: { longPress: false }, shared: {} });
});

it.each([
  {
    args: { device_id: "A" },
    problem: {
      argument: "device_id",
      problem: "tapOn has no such argument. Did you mean deviceId? It takes text, from, pick, longPress, deviceId",
    },
  },
  {
    args: { udid: "A" },
    problem: {
      argument: "udid",
      problem: "tapOn has no such argument. It takes text, from, pick, longPress, deviceId",
    },
  },
  { args: { from: { x: 1, z: 2 } }, problem: { argument: "from.z", problem: "from has no such part" } },
  {
    args: { text: 5 },
    problem: { argument: "text", problem: "Invalid input: expected string, received number" },
  },
  {
    args: { text: null },
    problem: { argument: "text", problem: "Invalid input: expected string, received null" },
  },
  { args: { from: {} }, problem: { argument: "from.x", problem: "it is required" } },
  { args: { pick: {} }, problem: { argument: "pick.side", problem: "it is required, one of left, right" } },
  {
    args: { from: { x: "1" } },
    problem: { argument: "from.x", problem: "Invalid input: expected number, received string" },
  },
  {
    args: { deviceId: "" },
    problem: { argument: "deviceId", problem: "Too small: expected string to have >=1 characters" },
  },
  { args: ["OK"], problem: { argument: "arguments", problem: "they are not an object" } },
  { args: "OK", problem: { argument: "arguments", problem: "they are not an object" } },
])("says what is wrong with $args", ({ args, problem }) => {
  expect(parseArguments(args, SCHEMAS)).toEqual({ is: "invalid", problems: [problem] });
});

it("names every argument that is wrong, not only the first", () => {
  const parsed = parseArguments({ deviceId: 1, text: 2, foo: 3, bar: 4 }, SCHEMAS);
  expect(parsed).toMatchObject({
    is: "invalid",
    problems: [{ argument: "deviceId" }, { argument: "text" }, { argument: "foo" }, { argument: "bar" }],
  });
});

it("says of a tool without arguments that it takes none", () => {
  const none = { tool: "listDevices", own: z.strictObject({}), shared: z.strictObject({}) };
  expect(parseArguments({ deviceId: "A" }, none)).toEqual({
    is: "invalid",
    problems: [{ argument: "deviceId", problem: "listDevices takes no arguments" }],
  });
});

test("an argument that is not known is refused by its name, whatever that is", () => {
  const names = fc.string({ unit: "binary", minLength: 1, maxLength: 20 });
  const unknown = fc.oneof(names, fc.constantFrom("__proto__", "constructor", "toString", "hasOwnProperty"));
  fc.assert(
    fc.property(
      unknown.filter((name) => !["text", "from", "longPress", "deviceId"].includes(name)),
      (name) => {
        const args: unknown = JSON.parse(`{${JSON.stringify(name)}: 1}`);
        const parsed = parseArguments(args, SCHEMAS);
        expect(parsed.is).toBe("invalid");
      },
    ),
  );
});

test("a thousand unknown names do not make a long refusal", () => {
  const args = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`x${"y".repeat(500)}${index}`, 1]));
  expect(JSON.stringify(parseArguments(args, SCHEMAS)).length).toBeLessThan(5_000);
});
