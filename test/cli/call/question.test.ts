import { expect, test } from "vitest";
import { parseQuestion } from "../../../src/cli/call/question.js";

test("reads every kind of field that a form may have, with text made safe and values left alone", () => {
  const question = parseQuestion({
    mode: "form",
    message: "Pick\u001b[2J one.\n- A\n",
    requestedSchema: {
      type: "object",
      required: ["deviceId"],
      properties: {
        deviceId: { type: "string", oneOf: [{ const: "A\u0007", title: "A\u001b[1m (android)" }] },
        old: { type: "string", enum: ["a", "b"], enumNames: ["First"] },
        many: { type: "array", items: { type: "string", enum: ["a"] } },
        titled: { type: "array", items: { anyOf: [{ const: "a", title: "First" }] } },
        sure: { type: "boolean", title: "Sure?" },
        age: { type: "integer", minimum: 0 },
        name: { type: "string", description: "Your name", maxLength: 9 },
      },
    },
  });

  expect(question).toEqual({
    message: "Pick one.\n- A",
    fields: [
      {
        name: "deviceId",
        label: "deviceId",
        isRequired: true,
        takes: "one_of",
        options: [{ value: "A\u0007", title: "A (android)" }],
      },
      {
        ...{ name: "old", label: "old", isRequired: false, takes: "one_of" },
        options: [
          { value: "a", title: "First" },
          { value: "b", title: "b" },
        ],
      },
      { name: "many", label: "many", isRequired: false, takes: "some_of", options: [{ value: "a", title: "a" }] },
      {
        name: "titled",
        label: "titled",
        isRequired: false,
        takes: "some_of",
        options: [{ value: "a", title: "First" }],
      },
      { name: "sure", label: "Sure?", isRequired: false, takes: "yes_or_no" },
      { name: "age", label: "age", isRequired: false, takes: "number", isInteger: true, least: 0 },
      { name: "name", label: "Your name", isRequired: false, takes: "text", longest: 9 },
    ],
  });
});

test("shows what the message says of each choice beside that choice", () => {
  const { message, fields } = parseQuestion({
    message: "Which one?\n- A: Pixel 9, Android 15\n- B: iPhone: 15\nTake your time.",
    requestedSchema: {
      type: "object",
      properties: {
        deviceId: {
          type: "string",
          oneOf: [
            { const: "A", title: "A (android)" },
            { const: "B", title: "B (ios)" },
          ],
        },
      },
    },
  });
  expect(message).toBe("Which one?\nTake your time.");
  expect(fields[0]).toMatchObject({
    options: [
      { value: "A", title: "A (android)", detail: "Pixel 9, Android 15" },
      { value: "B", title: "B (ios)", detail: "iPhone: 15" },
    ],
  });
});

test("leaves a message alone that does not describe every choice", () => {
  const { message } = parseQuestion({
    message: "Which one?\n- a: the first",
    requestedSchema: { type: "object", properties: { only: { type: "string", enum: ["a", "b"] } } },
  });
  expect(message).toBe("Which one?\n- a: the first");
});
