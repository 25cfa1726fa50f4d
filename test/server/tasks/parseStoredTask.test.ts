import { describe, expect, it } from "vitest";
import { parseStoredTask } from "../../../src/server/tasks/parseStoredTask.js";
import { CANCELLED, COMPLETED, FAILED, storedTask, WAITING } from "./storedTasks.js";

describe("a task kept as JSON", () => {
  it.each([
    storedTask(),
    storedTask({ state: { is: "working", worker: "worker-1", stretch: "stretch-1", progress: "half" } }),
    storedTask({ state: WAITING, caller: { declared: "none", name: undefined, version: undefined } }),
    storedTask({ state: COMPLETED, expiresAt: 1_700_000_900_000 }),
    storedTask({ state: FAILED }),
    storedTask({ state: CANCELLED }),
  ])("is read back whole: $state.is", (task) => {
    expect(parseStoredTask(JSON.stringify(task))).toEqual(task);
  });

  it.each([
    ["no JSON", "{"],
    ["another layout", '{"v":2,"id":"task-1"}'],
    ["a state that is not known", JSON.stringify({ ...storedTask(), state: { is: "paused" } })],
    [
      "a question of no known kind",
      JSON.stringify(storedTask()).replace(
        /"state":.*$/,
        '"state":{"is":"input_required","inputRequests":{"a":{"method":"x/y"}},"answers":{},"memo":0}}',
      ),
    ],
    ["a result that is none", JSON.stringify({ ...storedTask(), state: { is: "completed", result: { content: 1 } } })],
  ])("is not read when it is %s", (_, text) => {
    expect(parseStoredTask(text)).toBeUndefined();
  });
});
