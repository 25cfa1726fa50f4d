import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { parseOpenStepPlist, type PlistValue } from "../../../src/devices/ios/openStepPlist.js";

const text = (value: string): PlistValue => ({ is: "text", text: value });

describe("an old-style property list", () => {
  it("is read as simctl prints it", () => {
    const printed = `{
    "com.example.notes" =     {
        ApplicationType = User;
        CFBundleDisplayName = "Notes \\"2\\" \\U00e9";
        GroupContainers =         {
        };
        Icon = {length = 4, bytes = 0x00112233};
        SBAppTags =         (
            one,
            "two three"
        );
    };
}`;

    expect(parseOpenStepPlist(printed)).toEqual({
      is: "dictionary",
      entries: new Map<string, PlistValue>([
        [
          "com.example.notes",
          {
            is: "dictionary",
            entries: new Map<string, PlistValue>([
              ["ApplicationType", text("User")],
              ["CFBundleDisplayName", text('Notes "2" é')],
              ["GroupContainers", { is: "dictionary", entries: new Map() }],
              [
                "Icon",
                {
                  is: "dictionary",
                  entries: new Map([
                    ["length", text("4")],
                    ["bytes", text("0x00112233")],
                  ]),
                },
              ],
              ["SBAppTags", { is: "list", items: [text("one"), text("two three")] }],
            ]),
          },
        ],
      ]),
    });
  });

  it.each(["", "{", "{ a = ; }", "{ a b; }", "( a", "}", '"open', "{ a = b; } c", "(".repeat(200)])(
    "is none in %j",
    (broken) => {
      expect(parseOpenStepPlist(broken)).toBeUndefined();
    },
  );
});

const VALUE = fc.letrec<{ value: PlistValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.string().map(text),
    fc.array(tie("value"), { maxLength: 4 }).map((items): PlistValue => ({ is: "list", items })),
    fc
      .array(fc.tuple(fc.string(), tie("value")), { maxLength: 4 })
      .map((pairs): PlistValue => ({ is: "dictionary", entries: new Map(pairs) })),
  ),
})).value;

test("what is printed is read back", () => {
  fc.assert(
    fc.property(VALUE, (value) => {
      expect(parseOpenStepPlist(print(value))).toEqual(value);
    }),
  );
});

test("no text makes it throw", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[{}()=;,"\\a<> ]*$/)), (any) => {
      expect(() => parseOpenStepPlist(any)).not.toThrow();
    }),
  );
});

function print(value: PlistValue): string {
  switch (value.is) {
    case "text":
      return quote(value.text);
    case "list":
      return `(\n${value.items.map(print).join(",\n")}\n)`;
    case "dictionary":
      return `{\n${[...value.entries].map(([key, each]) => `${quote(key)} = ${print(each)};\n`).join("")}}`;
  }
}

/** As NSDictionary's description writes text: anything but printable ASCII as an escape. */
function quote(value: string): string {
  const escaped = value
    .replace(/["\\]/g, (character) => `\\${character}`)
    .replace(/[^\x20-\x7e]/g, (unit) => `\\U${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
  return `"${escaped}"`;
}
