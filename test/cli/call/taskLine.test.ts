import { expect, it } from "vitest";
import { createTaskLine } from "../../../src/cli/call/taskLine.js";

it("shows a task when it begins, and again when it says something else", () => {
  const line = createTaskLine("installApp");
  const shown = [
    { status: "working" },
    { status: "working" },
    { status: "working", statusMessage: "sending the app (40 %)" },
    { status: "working", statusMessage: "sending the app (40 %)" },
    { status: "input_required", statusMessage: "Waits for an answer" },
    { status: "working", statusMessage: "\u001b[2Jthe device installs\nthe app" },
    { status: "completed" },
  ] as const;

  expect(shown.map(line)).toEqual([
    "installApp works as a task (Ctrl-C cancels it)",
    undefined,
    "installApp works as a task: sending the app (40 %) (Ctrl-C cancels it)",
    undefined,
    undefined,
    "installApp works as a task: the device installs the app (Ctrl-C cancels it)",
    undefined,
  ]);
});
