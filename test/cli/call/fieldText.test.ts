import { expect, test } from "vitest";
import { parseFieldText } from "../../../src/cli/call/fieldText.js";
import type { FieldKind } from "../../../src/cli/call/question.js";

const OPTIONS = [
  { value: "a", title: "First" },
  { value: "b", title: "Second" },
];
const CHOICE: FieldKind = { takes: "one_of", options: OPTIONS };
const CHOICES: FieldKind = { takes: "some_of", options: OPTIONS };
const AGE: FieldKind = { takes: "number", isInteger: true, least: 0, most: 9 };
const NAME: FieldKind = { takes: "text", shortest: 2, longest: 3 };

test.each([
  { kind: CHOICE, text: "b", value: "b" },
  { kind: CHOICES, text: "a, b", value: ["a", "b"] },
  { kind: { takes: "yes_or_no" } as const, text: "yes", value: true },
  { kind: { takes: "yes_or_no" } as const, text: "false", value: false },
  { kind: AGE, text: " 9 ", value: 9 },
  { kind: NAME, text: "abc", value: "abc" },
])("$kind.takes reads $text", ({ kind, text, value }) => {
  expect(parseFieldText(kind, text)).toEqual({ is: "value", value });
});

test.each([
  { kind: CHOICE, text: "First", problem: "takes one of a, b" },
  { kind: CHOICE, text: "A", problem: "takes one of a, b" },
  { kind: CHOICES, text: "a,c", problem: "takes some of a, b, with commas between them" },
  { kind: { takes: "yes_or_no" } as const, text: "maybe", problem: "takes yes or no" },
  { kind: AGE, text: "", problem: "takes a number" },
  { kind: AGE, text: "1.5", problem: "takes a whole number" },
  { kind: AGE, text: "-1", problem: "takes a number from 0" },
  { kind: AGE, text: "10", problem: "takes a number up to 9" },
  { kind: NAME, text: "a", problem: "takes at least 2 characters" },
  { kind: NAME, text: "abcd", problem: "takes at most 3 characters" },
])("$kind.takes does not read $text", ({ kind, text, problem }) => {
  expect(parseFieldText(kind, text)).toEqual({ is: "wrong", problem });
});
