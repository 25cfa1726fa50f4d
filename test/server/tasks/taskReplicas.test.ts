import { describe, expect, it } from "vitest";
import { createMemoryTaskStore } from "../../../src/server/tasks/memoryTaskStore.js";
import { type TaskStore, TaskStoreError } from "../../../src/server/tasks/taskStore.js";
import { manualTimer } from "../../support/manualTimer.js";
import { settled } from "../../support/settled.js";
import { taskWorld, type TaskWorld, textEnd, textResult } from "./taskWorld.js";

const HOUR_MS = 3_600_000;
const KEY = { owner: "owner-1" };
const ANSWER = { deviceChoice: { action: "accept", content: { deviceId: "R3CN90ABCDE" } } };

interface TwoReplicas {
  readonly first: TaskWorld;
  readonly second: TaskWorld;
  /** Of whom it was asked whether they live, in this order. */
  readonly askedAfter: readonly string[];
  /** The first one is gone, as far as anybody can tell. */
  killFirst(): void;
}

/** Two processes on one place for tasks. */
function twoReplicas(): TwoReplicas {
  const timer = manualTimer();
  const place = createMemoryTaskStore({ timer, limits: { openPerOwner: 2, openInAll: 3, finishedInAll: 4 } });
  const alive = new Set(["first", "second"]);
  const askedAfter: string[] = [];
  const storeOf = (worker: string) => (): TaskStore => ({
    ...place,
    worker,
    async isWorkerAlive(name) {
      askedAfter.push(name);
      return alive.has(name);
    },
  });
  return {
    first: taskWorld(storeOf("first"), timer),
    second: taskWorld(storeOf("second"), timer),
    askedAfter,
    killFirst: () => void alive.delete("first"),
  };
}

describe("with two replicas", () => {
  it("a question of the first is answered at the second, which goes on with the work", async () => {
    const { first, second, killFirst } = twoReplicas();
    const taskId = await first.startWaiting();
    killFirst();

    expect(await second.tasks.answer({ ...KEY, taskId }, ANSWER, async () => textEnd("ran at the second"))).toBe(true);
    await settled();

    expect((await second.tasks.read({ ...KEY, taskId }))?.state).toEqual({
      is: "completed",
      result: textResult("ran at the second"),
    });
  });

  it("cancelling at the second stops the work of the first", async () => {
    const { first, second } = twoReplicas();
    const { taskId, stretch } = await first.start();

    await second.tasks.cancel({ ...KEY, taskId }, () => undefined);

    expect(stretch.signal.aborted).toBe(true);
    expect((await first.tasks.read({ ...KEY, taskId }))?.state.is).toBe("cancelled");
  });

  it("an answer that both are given is taken by one", async () => {
    const { first, second } = twoReplicas();
    const taskId = await first.startWaiting();
    const runs: string[] = [];
    const answerAt = async ({ tasks, store }: TaskWorld): Promise<boolean> =>
      await tasks.answer({ ...KEY, taskId }, ANSWER, async () => {
        runs.push(store.worker);
        return textEnd("ran");
      });

    expect(await Promise.all([answerAt(first), answerAt(second)])).toEqual([true, true]);
    await settled();

    expect(runs).toHaveLength(1);
  });

  it("what a dead one worked on has failed when somebody looks, and is not run again", async () => {
    const { first, second, killFirst } = twoReplicas();
    const { taskId, end } = await first.start();
    expect((await second.tasks.read({ ...KEY, taskId }))?.state.is).toBe("working");

    killFirst();
    expect((await second.tasks.read({ ...KEY, taskId }))?.state).toEqual({
      is: "failed",
      error: {
        code: -32_603,
        message: "The process that ran this call ended before the call was done; it may have reached a device.",
      },
    });

    await end("a result of one that was only thought dead");
    expect((await second.tasks.read({ ...KEY, taskId }))?.state.is).toBe("failed");
  });

  it("what a dead one worked on makes way for a new task", async () => {
    const { first, second, killFirst } = twoReplicas();
    await first.start();
    await first.start();
    killFirst();

    expect((await second.start()).taskId).toBeDefined();
  });

  it("what a dead one worked on makes way behind a question that was just asked, which stays", async () => {
    const { first, second, killFirst } = twoReplicas();
    const waiting = await second.startWaiting();
    const { taskId } = await first.start();
    killFirst();

    expect((await second.start()).taskId).toBeDefined();
    expect((await second.kept(waiting))?.state.is).toBe("input_required");
    expect((await second.kept(taskId))?.state.is).toBe("failed");
  });

  it("what a dead one worked on makes way before a question that has waited long", async () => {
    const { first, second, killFirst } = twoReplicas();
    const waiting = await second.startWaiting();
    await first.start();
    killFirst();
    first.timer.advance(2 * HOUR_MS);

    expect((await second.start()).taskId).toBeDefined();
    expect((await second.kept(waiting))?.state.is).toBe("input_required");
  });

  it("a dead one is asked after once, however much it worked on", async () => {
    const { first, second, killFirst, askedAfter } = twoReplicas();
    for (const owner of ["owner-1", "owner-2", "owner-3"]) await first.start({ owner });
    killFirst();

    expect((await second.start({ owner: "owner-4" })).taskId).toBeDefined();
    expect(askedAfter).toEqual(["first"]);
  });
});

describe("a store that cannot be reached", () => {
  it("is tried again with the end of a task, until it takes it", async () => {
    let isDown = false;
    const world = taskWorld((store) => ({
      ...store,
      async replace(next) {
        if (isDown) throw new TaskStoreError("it does not answer");
        return await store.replace(next);
      },
    }));
    const { taskId, end } = await world.start();
    isDown = true;
    await end("seen");
    expect(world.timer.live()).toEqual(["task: keep its end"]);

    world.timer.advance(1000);
    await settled();
    expect((await world.kept(taskId))?.state.is).toBe("working");
    isDown = false;
    world.timer.advance(1000);
    await settled();

    expect((await world.kept(taskId))?.state).toEqual({ is: "completed", result: textResult("seen") });
    expect(world.timer.live()).toEqual([]);
  });

  it("makes no task, and runs nothing", async () => {
    const world = taskWorld((store) => ({
      ...store,
      create: async () => {
        throw new TaskStoreError("it does not answer");
      },
    }));
    await expect(world.start()).rejects.toThrow(TaskStoreError);
  });
});
