import { expect, test } from "vitest";
import { describeInput } from "../../../src/cli/demo/inputText.js";
import type { LabInput } from "../../../src/lab/lab.js";

test.each([
  { input: { kind: "tap", x: 1, y: 2, hit: "OK" }, text: 'a tap at 1,2 on "OK"' },
  { input: { kind: "tap", x: 1, y: 2, hit: undefined }, text: "a tap at 1,2" },
  { input: { kind: "swipe", from: [1, 2], to: [3, 4], durationMs: 300 }, text: "a swipe from 1,2 to 3,4 in 300 ms" },
  { input: { kind: "text", text: "hi" }, text: 'the text "hi"' },
  { input: { kind: "key", keycode: "KEYCODE_HOME" }, text: "the key KEYCODE_HOME" },
  { input: { kind: "launch", appId: "a.b" }, text: "the start of a.b" },
] satisfies readonly { input: LabInput; text: string }[])("$text", ({ input, text }) => {
  expect(describeInput(input)).toBe(text);
});
