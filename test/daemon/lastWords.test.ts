import { expect, it } from "vitest";
import { parseLastWords } from "../../src/daemon/lastWords.js";

it.each([
  ["automobile: no port\n  → Name another.\n", { problem: "no port", fix: "Name another." }],
  ["automobile: no port", { problem: "no port", fix: undefined }],
  [
    "automobile: note\nautomobile: no port\n  → Name another.",
    { problem: "note\nautomobile: no port", fix: "Name another." },
  ],
  ["TypeError: x\n    at y", { problem: "TypeError: x\n    at y", fix: undefined }],
  ["", { problem: "it said nothing", fix: undefined }],
])("what a daemon wrote before it ended is read from %j", (output, words) => {
  expect(parseLastWords(output)).toEqual(words);
});
