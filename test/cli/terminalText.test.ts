import fc from "fast-check";
import { expect, test } from "vitest";
import { toTerminalJson, toTerminalLine, toTerminalText } from "../../src/cli/terminalText.js";

const NOT_SHOWN = new RegExp(
  String.raw`[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]`,
);

test.each([
  { what: "colours", text: "\u001b[31mred\u001b[0m", shown: "red" },
  { what: "clearing of the screen", text: "a\u001b[2J\u001b[Hb", shown: "ab" },
  { what: "a window title", text: "a\u001b]0;title\u0007b", shown: "ab" },
  { what: "a sequence in one character", text: "a\u009b31mb", shown: "ab" },
  { what: "carriage returns, which overwrite a line", text: "safe\rrm -rf", shown: "saferm -rf" },
  { what: "bells and deletions", text: "a\u0007\u0008\u007fb", shown: "ab" },
  { what: "marks that reorder text", text: "a\u202eb\u2066c", shown: "abc" },
  { what: "invisible characters", text: "a\u200bb\ufeffc", shown: "abc" },
  { what: "nothing of plain text", text: "tab\tline\nשלום 很 é", shown: "tab\tline\nשלום 很 é" },
])("takes out $what", ({ text, shown }) => {
  expect(toTerminalText(text)).toBe(shown);
});

test("puts a line on one line, and says how much was left out", () => {
  expect(toTerminalLine(" one\n two\u001b[2K\t three ")).toBe("one two three");
  expect(toTerminalText("abcdef", 4)).toBe("abcd… (2 more characters)");
});

test("leaves no character that a terminal acts on, whatever the text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      expect(toTerminalText(text)).not.toMatch(NOT_SHOWN);
      expect(toTerminalJson({ text })).not.toMatch(NOT_SHOWN);
    }),
  );
});

test("keeps the value of JSON", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.string({ unit: "binary" }), (value, text) => {
      expect(JSON.parse(toTerminalJson([value, text]))).toEqual(JSON.parse(JSON.stringify([value, text])));
    }),
  );
});
