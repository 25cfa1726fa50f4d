import { expect, test } from "vitest";
import { parseGivenArguments, typeArguments } from "../../../src/cli/call/callArguments.js";

const SCHEMA = {
  properties: {
    text: { type: "string" },
    x: { type: "number" },
    index: { type: "integer" },
    longPress: { type: "boolean" },
    from: { type: "object" },
    ids: { type: "array" },
    either: { anyOf: [{ type: "string" }, { type: "number" }] },
    maybe: { type: ["boolean", "null"] },
    untyped: {},
  },
};

function typed(...words: readonly string[]) {
  const given = parseGivenArguments(words);
  return given.is === "wrong" ? given : typeArguments(given, SCHEMA);
}

test.each([
  { word: "text=5", value: { text: "5" } },
  { word: "text=", value: { text: "" } },
  { word: "text=a=b {", value: { text: "a=b {" } },
  { word: "x=-1.5e2", value: { x: -150 } },
  { word: "index=3", value: { index: 3 } },
  { word: "longPress=true", value: { longPress: true } },
  { word: 'from={"x":1,"y":2}', value: { from: { x: 1, y: 2 } } },
  { word: 'ids=["a"]', value: { ids: ["a"] } },
  { word: "either=5", value: { either: 5 } },
  { word: "either=five", value: { either: "five" } },
  { word: "maybe=null", value: { maybe: null } },
  { word: "untyped=5", value: { untyped: "5" } },
])("$word becomes what the tool publishes", ({ word, value }) => {
  expect(typed(word)).toEqual({ is: "typed", value, remarks: [] });
});

test.each([
  { word: "x=abc", problem: 'x takes a number, not "abc"' },
  { word: "x=", problem: 'x takes a number, not ""' },
  { word: "x=0x10", problem: 'x takes a number, not "0x10"' },
  { word: "index=1.5", problem: 'index takes a whole number, not "1.5"' },
  { word: "longPress=yes", problem: 'longPress takes true or false, not "yes"' },
  { word: "from=[1]", problem: 'from takes a JSON object such as {"x":1,"y":2}, not "[1]"' },
  { word: "ids={}", problem: 'ids takes a JSON list, not "{}"' },
  { word: "maybe=5", problem: 'maybe takes true or false or null, not "5"' },
])("$word is said to be wrong", ({ word, problem }) => {
  expect(typed(word)).toEqual({ is: "wrong", problems: [problem] });
});

test("an argument that is given twice is wrong, and every problem is named", () => {
  expect(typed("x=a", "text=1", "text=2")).toEqual({
    is: "wrong",
    problems: ['x takes a number, not "a"', "text is given twice"],
  });
});

test("a name that the tool does not publish is sent as text, with a remark", () => {
  expect(typed("txt=5", "constructor=1")).toEqual({
    is: "typed",
    value: { txt: "5", constructor: "1" },
    remarks: [
      'The tool publishes no argument "txt" (did you mean text?): sent as text.',
      'The tool publishes no argument "constructor": sent as text.',
    ],
  });
});

test("one JSON object goes out as it is", () => {
  expect(typed('{"x":"not a number","extra":null}')).toEqual({
    is: "typed",
    value: { x: "not a number", extra: null },
    remarks: [],
  });
});

test.each(["OK", "=OK", "{broken", "[1]"])("the word %j is no argument", (word) => {
  expect(parseGivenArguments([word])).toEqual({ is: "wrong", word });
});
