import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hashArguments, hashIdentity } from "../../src/elicitation/requestState.js";
import { cites } from "../requirements.js";

type Arguments = Readonly<Record<string, unknown>>;

// Few keys, so that they meet; names that JavaScript treats in its own way among them.
const keys = fc.oneof(
  fc.constantFrom("a", "b", "10", "9", "deviceId", "__proto__", "é", "e\u0301"),
  fc.string({ unit: "binary", maxLength: 3 }),
);
const { value: values, object: objects } = fc.letrec<{ value: unknown; list: unknown; object: Arguments }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    fc.string({ unit: "binary" }),
    fc.oneof(fc.integer(), fc.double({ noNaN: true }), fc.boolean(), fc.constant(null)),
    tie("list"),
    tie("object"),
  ),
  list: fc.array(tie("value"), { maxLength: 3 }),
  object: fc.dictionary(keys, tie("value"), { maxKeys: 4, noNullPrototype: true }),
}));
const argumentsOnWire = objects.map(onWire);

describe("the hash of a call's arguments", () => {
  it(cites("T5")`does not depend on the order of keys at any depth`, () => {
    fc.assert(
      fc.property(argumentsOnWire, fc.nat({ max: 3 }), (args, turns) => {
        expect(hash(reordered(args, turns))).toBe(hash(args));
      }),
    );
  });

  it(cites("T5")`differs exactly when anything but the top-level deviceId differs`, () => {
    fc.assert(
      fc.property(argumentsOnWire, argumentsOnWire, (one, other) => {
        expect(hash(one) === hash(other)).toBe(isDeepStrictEqual(withoutDevice(one), withoutDevice(other)));
      }),
    );
  });

  it(cites("T5")`differs when one value at any depth does`, () => {
    const paths = fc.array(keys, { maxLength: 3 });
    fc.assert(
      fc.property(argumentsOnWire, fc.tuple(values, values), paths, (args, [one, other], path) => {
        const holding = (leaf: unknown): Arguments =>
          onWire({ ...args, nested: path.reduceRight((inner, key) => ({ [key]: [inner] }), leaf) });
        expect(hash(holding(one)) === hash(holding(other))).toBe(isDeepStrictEqual(holding(one), holding(other)));
      }),
    );
  });

  it(cites("T5")`leaves out deviceId at the top, and only there`, () => {
    expect(hash({ text: "x", deviceId: "A" })).toBe(hash({ text: "x" }));
    expect(hash({ at: { deviceId: "A" } })).not.toBe(hash({ at: {} }));
  });

  it(cites("T5")`is SHA-256 of the text with sorted keys and no blanks`, () => {
    expect(hash({ b: [2, { d: null, c: "é" }], a: true })).toBe(
      "c168b50e5bd7db7825dba3b49b52c370a84bad77916acae196b0ad83ba1725ca",
    );
  });
});

describe("the hash of an identity", () => {
  it(cites("T11")`is sixteen hex digits, and nothing when there is no identity`, () => {
    expect(hashIdentity("R3CN90ABCDE")).toMatch(/^[0-9a-f]{16}$/);
    expect(hashIdentity(undefined)).toBe("");
  });

  it(cites("T11")`tells any two identities apart`, () => {
    const identities = fc.string({ unit: "binary" });
    fc.assert(
      fc.property(identities, identities, (one, other) => {
        expect(hashIdentity(one) === hashIdentity(other)).toBe(one === other);
      }),
    );
  });
});

function hash(args: Arguments): string {
  return hashArguments({ argument: "deviceId" }, { name: "tapOn", arguments: args });
}

/** What the arguments are once they have been on the wire, where for example -0 is 0. */
function onWire(args: Arguments): Arguments {
  const parsed: unknown = JSON.parse(JSON.stringify(args));
  if (!isObject(parsed)) throw new Error("arguments are an object");
  return parsed;
}

/** The same value with its keys turned round at every depth. */
function reordered(args: Arguments, turns: number): Arguments {
  const entries = Object.entries(args).map(([key, value]) => [key, reorderedValue(value, turns)] as const);
  return Object.fromEntries([...entries.slice(turns), ...entries.slice(0, turns)].reverse());
}

function reorderedValue(value: unknown, turns: number): unknown {
  if (Array.isArray(value)) return value.map((each) => reorderedValue(each, turns));
  return isObject(value) ? reordered(value, turns) : value;
}

function withoutDevice(args: Arguments): Arguments {
  return Object.fromEntries(Object.entries(args).filter(([key]) => key !== "deviceId"));
}

function isObject(value: unknown): value is Arguments {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
