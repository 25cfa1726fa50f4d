import { expect, test } from "vitest";
import { answerWith, parseGivenAnswer } from "../../../src/cli/call/givenAnswer.js";
import type { Question } from "../../../src/cli/call/question.js";

const WHICH_DEVICE: Question = {
  message: "Which?",
  fields: [
    {
      ...{ name: "deviceId", label: "deviceId", isRequired: true, takes: "one_of" },
      options: [{ value: "A", title: "A (android)" }],
    },
  ],
};
const TWO_FIELDS: Question = {
  message: "Fill in.",
  fields: [
    { name: "name", label: "name", isRequired: true, takes: "text" },
    { name: "age", label: "age", isRequired: false, takes: "number", isInteger: true },
  ],
};

async function answer(text: string, question: Question) {
  const remarks: string[] = [];
  const reply = await answerWith(parseGivenAnswer(text), (line) => remarks.push(line))(
    question,
    new AbortController().signal,
  );
  return { reply, remarks };
}

test.each([
  { text: "A", reply: { action: "accept", content: { deviceId: "A" } } },
  { text: "decline", reply: { action: "decline" } },
  { text: "cancel", reply: { action: "cancel" } },
  { text: '{"deviceId":"A"}', reply: { action: "accept", content: { deviceId: "A" } } },
])("--answer $text", async ({ text, reply }) => {
  expect(await answer(text, WHICH_DEVICE)).toEqual({ reply, remarks: [] });
});

test("an id that was not offered is sent for the server to judge, and the user is told", async () => {
  expect(await answer("B", WHICH_DEVICE)).toEqual({
    reply: { action: "accept", content: { deviceId: "B" } },
    remarks: ["--answer B: deviceId takes one of A. Sent as it is."],
  });
});

test("one text does not answer two fields", async () => {
  expect(await answer("Ada", TWO_FIELDS)).toEqual({
    reply: { action: "cancel" },
    remarks: ["The question has 2 fields (name, age): give --answer as a JSON object. Cancelled."],
  });
});

test("a JSON object answers every field by name", async () => {
  expect(await answer('{"name":"Ada","age":36}', TWO_FIELDS)).toEqual({
    reply: { action: "accept", content: { name: "Ada", age: 36 } },
    remarks: [],
  });
});
