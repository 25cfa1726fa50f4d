import { describe, expect, it } from "vitest";
import { TaskStoreError } from "../../../src/server/tasks/taskStore.js";
import { createUnheardSteps, type UnheardSteps } from "../../../src/server/tasks/unheardSteps.js";
import { type ManualTimer, manualTimer } from "../../support/manualTimer.js";
import { recordingLog, type RecordingLog } from "../../support/recordingLog.js";
import { settled } from "../../support/settled.js";

const GONE = new TaskStoreError("it does not answer");

interface StepsWorld extends UnheardSteps {
  readonly timer: ManualTimer;
  readonly log: RecordingLog;
  /** What happened, oldest first. */
  readonly events: readonly string[];
  /** Takes a step that is not heard of; settling it throws these first, one each time. */
  miss(taskId: string, ...errors: readonly Error[]): Promise<void>;
}

function stepsWorld(): StepsWorld {
  const timer = manualTimer();
  const log = recordingLog();
  const events: string[] = [];
  const steps = createUnheardSteps({ timer, log });
  return {
    ...steps,
    ...{ timer, log, events },
    async miss(taskId, ...errors) {
      const left = [...errors];
      const taken = steps.take({
        taskId,
        async take() {
          throw GONE;
        },
        async settle() {
          const error = left.shift();
          if (error !== undefined) throw error;
          events.push(`${taskId} settled`);
        },
        over: () => void events.push(`${taskId} over`),
      });
      await expect(taken).rejects.toThrow(GONE);
    },
  };
}

describe("steps that were not heard of", () => {
  it("are settled after a second, and nothing is waited for then", async () => {
    const { miss, timer, events } = stepsWorld();
    await miss("a");
    await miss("b");
    await settled();
    expect(events).toEqual([]);
    timer.advance(1000);
    await settled();
    expect(events).toEqual(["a settled", "a over", "b settled", "b over"]);
    expect(timer.live()).toEqual([]);
  });

  it("are tried again each second while the store does not answer", async () => {
    const { miss, timer, events } = stepsWorld();
    await miss("a", GONE);
    timer.advance(1000);
    await settled();
    expect([events, timer.live()]).toEqual([[], ["task: settle what was not heard of"]]);
    timer.advance(1000);
    await settled();
    expect(events).toEqual(["a settled", "a over"]);
  });

  it("are given up on by a bug, which is logged, and keep no other from being settled", async () => {
    const { miss, timer, events, log } = stepsWorld();
    await miss("a", new TypeError("x is undefined"));
    await miss("b");
    timer.advance(1000);
    await settled();
    expect(events).toEqual(["a over", "b settled", "b over"]);
    expect(log.lines).toMatchObject([
      { level: "error", line: "a step of a task that was not heard of could not be settled" },
    ]);
  });

  it("are settled at once for a task that is to go on, and for no other", async () => {
    const { miss, settle, timer, events } = stepsWorld();
    await miss("a", GONE);
    await miss("b");
    await expect(settle("a")).rejects.toThrow(GONE);
    await settle("a");
    expect(events).toEqual(["a settled", "a over"]);
    timer.advance(1000);
    await settled();
    expect(events.slice(2)).toEqual(["b settled", "b over"]);
  });

  it("are over once, also when they are settled from both sides at the same moment", async () => {
    const { miss, settle, timer, events } = stepsWorld();
    await miss("a");
    timer.advance(1000);
    await Promise.all([settle("a"), settle("a")]);
    await settled();
    expect(events.filter((event) => event === "a over")).toHaveLength(1);
  });

  it("are none where the step is taken, or fails by a bug", async () => {
    const { take, timer } = stepsWorld();
    const events: string[] = [];
    const step = { taskId: "a", settle: async () => undefined, over: () => void events.push("over") };
    expect(await take({ ...step, take: async () => "taken" })).toBe("taken");
    await expect(take({ ...step, take: () => Promise.reject(new TypeError("x is undefined")) })).rejects.toThrow(
      TypeError,
    );
    expect([events, timer.live()]).toEqual([["over"], []]);
  });

  it("are 1024 at the most", async () => {
    const { miss, events } = stepsWorld();
    for (let each = 0; each < 1024; each += 1) await miss("a");
    expect(events).toEqual([]);
    await miss("one more");
    expect(events).toEqual(["one more over"]);
  });

  it("are over when the process ends, and none is added", async () => {
    const { miss, close, timer, events } = stepsWorld();
    await miss("a");
    await close();
    await miss("b");
    expect([events, timer.live()]).toEqual([["a over", "b over"], []]);
  });
});
