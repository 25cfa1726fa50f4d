import { describe, expect, it } from "vitest";
import { TaskStoreError } from "../../../src/server/tasks/taskStore.js";
import { createUnheardSteps, type UnheardStep, type UnheardSteps } from "../../../src/server/tasks/unheardSteps.js";
import { type ManualTimer, manualTimer } from "../../support/manualTimer.js";
import { recordingLog, type RecordingLog } from "../../support/recordingLog.js";
import { settled } from "../../support/settled.js";

interface StepsWorld extends UnheardSteps {
  readonly timer: ManualTimer;
  readonly log: RecordingLog;
  /** What happened, oldest first. */
  readonly events: readonly string[];
  /** A step that notes what becomes of it; undoing it throws these first, one each time. */
  step(taskId: string, ...errors: readonly Error[]): UnheardStep;
}

function stepsWorld(): StepsWorld {
  const timer = manualTimer();
  const log = recordingLog();
  const events: string[] = [];
  return {
    ...createUnheardSteps({ timer, log }),
    ...{ timer, log, events },
    step(taskId, ...errors) {
      const left = [...errors];
      return {
        taskId,
        async undo() {
          const error = left.shift();
          if (error !== undefined) throw error;
          events.push(`${taskId} undone`);
        },
        over: () => void events.push(`${taskId} over`),
      };
    },
  };
}

const GONE = new TaskStoreError("it does not answer");

describe("steps that were not heard of", () => {
  it("are undone after a second, and nothing is waited for then", async () => {
    const { add, step, timer, events } = stepsWorld();
    add(step("a"));
    add(step("b"));
    await settled();
    expect(events).toEqual([]);
    timer.advance(1000);
    await settled();
    expect(events).toEqual(["a undone", "a over", "b undone", "b over"]);
    expect(timer.live()).toEqual([]);
  });

  it("are tried again each second while the store does not answer", async () => {
    const { add, step, timer, events } = stepsWorld();
    add(step("a", GONE));
    timer.advance(1000);
    await settled();
    expect([events, timer.live()]).toEqual([[], ["task: undo what was not heard of"]]);
    timer.advance(1000);
    await settled();
    expect(events).toEqual(["a undone", "a over"]);
  });

  it("are given up on by a bug, which is logged, and keep no other from being undone", async () => {
    const { add, step, timer, events, log } = stepsWorld();
    add(step("a", new TypeError("x is undefined")));
    add(step("b"));
    timer.advance(1000);
    await settled();
    expect(events).toEqual(["a over", "b undone", "b over"]);
    expect(log.lines).toMatchObject([{ level: "error", line: "what was not heard of could not be undone" }]);
  });

  it("are undone at once for a task that is to go on, and for no other", async () => {
    const { add, step, settle, timer, events } = stepsWorld();
    add(step("a", GONE));
    add(step("b"));
    await expect(settle("a")).rejects.toThrow(GONE);
    await settle("a");
    expect(events).toEqual(["a undone", "a over"]);
    timer.advance(1000);
    await settled();
    expect(events.slice(2)).toEqual(["b undone", "b over"]);
  });

  it("are over once, also when they are undone from both sides at the same moment", async () => {
    const { add, step, settle, timer, events } = stepsWorld();
    add(step("a"));
    timer.advance(1000);
    await Promise.all([settle("a"), settle("a")]);
    await settled();
    expect(events.filter((event) => event === "a over")).toHaveLength(1);
  });

  it("are 1024 at the most", () => {
    const { add, step, events } = stepsWorld();
    for (let each = 0; each < 1024; each += 1) add(step("a"));
    expect(events).toEqual([]);
    add(step("one more"));
    expect(events).toEqual(["one more over"]);
  });

  it("are over when the process ends, and none is added", async () => {
    const { add, step, close, timer, events } = stepsWorld();
    add(step("a"));
    await close();
    add(step("b"));
    expect([events, timer.live()]).toEqual([["a over", "b over"], []]);
  });
});
