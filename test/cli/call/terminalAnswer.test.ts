import { expect, test } from "vitest";
import type { Question } from "../../../src/cli/call/question.js";
import { askInTerminal } from "../../../src/cli/call/terminalAnswer.js";
import { fakeTerminal, KEYS } from "../../support/fakeTerminal.js";

const WHICH_DEVICE: Question = {
  message: "Which device is meant?",
  fields: [
    {
      ...{ name: "deviceId", label: "deviceId", isRequired: true, takes: "one_of" },
      options: [
        { value: "A", title: "A (android)" },
        { value: "B", title: "B (ios)" },
      ],
    },
  ],
};
const FORM: Question = {
  message: "Who are you?",
  fields: [
    { name: "name", label: "Name", isRequired: true, takes: "text", shortest: 2 },
    { name: "age", label: "Age", isRequired: false, takes: "number", isInteger: true },
    { name: "isSure", label: "Sure?", isRequired: true, takes: "yes_or_no" },
  ],
};
const never = (): AbortSignal => new AbortController().signal;

test.each([
  { keys: KEYS.enter, reply: { action: "accept", content: { deviceId: "A" } } },
  { keys: KEYS.down + KEYS.enter, reply: { action: "accept", content: { deviceId: "B" } } },
  { keys: KEYS.down + KEYS.down + KEYS.enter, reply: { action: "decline" } },
  { keys: KEYS.up + KEYS.enter, reply: { action: "decline" } },
  { keys: KEYS.escape, reply: { action: "cancel" } },
  { keys: KEYS.ctrlC, reply: { action: "cancel" } },
])("a choice is made with the keys $keys", async ({ keys, reply }) => {
  const terminal = fakeTerminal();
  terminal.typeAfter("none: decline", keys);
  expect(await askInTerminal(terminal)(WHICH_DEVICE, never())).toEqual(reply);
});

test("shows the question, every choice, and how to say no", async () => {
  const terminal = fakeTerminal();
  terminal.typeAfter("none: decline", KEYS.escape);
  await askInTerminal(terminal)(WHICH_DEVICE, never());
  expect(terminal.shown()).toContain("Which device is meant?");
  expect(terminal.shown()).toContain("A (android)");
  expect(terminal.shown()).toContain("B (ios)");
  expect(terminal.shown()).toContain("Esc cancels");
});

test("fields are asked one after another, bad input is told, and an optional field may be left empty", async () => {
  const terminal = fakeTerminal();
  terminal.typeAfter("none: decline", KEYS.enter);
  terminal.typeAfter("Name", `A${KEYS.enter}`);
  terminal.typeAfter("takes at least 2 characters", `da${KEYS.enter}`);
  terminal.typeAfter("Age (may be left empty)", KEYS.enter);
  terminal.typeAfter("Sure?", KEYS.enter);
  expect(await askInTerminal(terminal)(FORM, never())).toEqual({
    action: "accept",
    content: { name: "Ada", isSure: true },
  });
});

test("giving up in the middle of a form cancels it all", async () => {
  const terminal = fakeTerminal();
  terminal.typeAfter("none: decline", KEYS.enter);
  terminal.typeAfter("Name", `Ada${KEYS.enter}`);
  terminal.typeAfter("Age", KEYS.escape);
  expect(await askInTerminal(terminal)(FORM, never())).toEqual({ action: "cancel" });
});

test("a form can be declined before anything is typed", async () => {
  const terminal = fakeTerminal();
  terminal.typeAfter("none: decline", KEYS.down + KEYS.enter);
  expect(await askInTerminal(terminal)(FORM, never())).toEqual({ action: "decline" });
});

test("a server that stops waiting takes its question away", async () => {
  const withdrawn = new AbortController();
  const terminal = fakeTerminal();
  const reply = askInTerminal(terminal)(WHICH_DEVICE, withdrawn.signal);
  await Promise.resolve();
  withdrawn.abort();
  expect(await reply).toEqual({ action: "cancel" });
  expect(terminal.shown()).toContain("The question has lapsed");
});

test("two questions that come together are asked one after the other", async () => {
  const terminal = fakeTerminal();
  const ask = askInTerminal(terminal);
  const replies = Promise.all([ask(WHICH_DEVICE, never()), ask({ ...WHICH_DEVICE, message: "And now?" }, never())]);
  terminal.typeAfter("Which device is meant?", KEYS.enter);
  terminal.typeAfter("And now?", KEYS.down + KEYS.enter);
  expect(await replies).toEqual([
    { action: "accept", content: { deviceId: "A" } },
    { action: "accept", content: { deviceId: "B" } },
  ]);
});
