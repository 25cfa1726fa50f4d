import { describe, expect, it } from "vitest";
import type { StretchEnd } from "../../../src/elicitation/taskQuestion.js";
import { TaskStoreError } from "../../../src/server/tasks/taskStore.js";
import { settled } from "../../support/settled.js";
import { storedTask } from "./storedTasks.js";
import { taskWorld, type TaskWorld, textEnd, textResult } from "./taskWorld.js";
import { type UnheardStore, unheardStore } from "./unheardStore.js";

const KEY = { owner: "owner-1" };
const ANSWER = { deviceChoice: { action: "accept", content: { deviceId: "R3CN90ABCDE" } } };

interface UnheardWorld extends TaskWorld {
  readonly line: UnheardStore;
  /** Lets a second pass, after which what failed is tried again. */
  tryAgain(): Promise<void>;
  /** Answers a task; the work notes that it ran. */
  answer(taskId: string): Promise<boolean>;
  /** What ran by answers, one entry each. */
  readonly runs: readonly string[];
}

/** Tasks over a store whose replies may get lost. */
function unheardWorld(): UnheardWorld {
  const line = unheardStore();
  const world = taskWorld(line.wrap);
  const runs: string[] = [];
  return {
    ...world,
    ...{ line, runs },
    async tryAgain() {
      world.timer.advance(1000);
      await settled();
    },
    answer: (taskId) =>
      world.tasks.answer({ ...KEY, taskId }, ANSWER, async () => {
        runs.push(taskId);
        return textEnd("ran");
      }),
  };
}

describe("a task whose making was done and not heard of", () => {
  it("takes no place any more when the store answers again", async () => {
    const { start, line, tryAgain, timer } = unheardWorld();
    line.unheard("create");
    await expect(start()).rejects.toThrow(TaskStoreError);
    await expect(start()).rejects.toThrow(TaskStoreError);
    line.gone();
    await tryAgain();
    line.heard();
    await tryAgain();

    expect((await Promise.all([start(), start()])).map(({ taskId }) => taskId.length)).toEqual([24, 24]);
    expect(timer.live()).toEqual([]);
  });
});

describe("an answer that was taken and not heard of", () => {
  it("runs nothing, and the task waits for it again", async () => {
    const { startWaiting, line, tryAgain, answer, kept, runs } = unheardWorld();
    const taskId = await startWaiting();
    line.unheard("replace");
    await expect(answer(taskId)).rejects.toThrow(TaskStoreError);
    line.gone();
    await tryAgain();
    line.heard();
    await tryAgain();
    expect((await kept(taskId))?.state).toMatchObject({ is: "input_required", answers: {} });

    expect(await answer(taskId)).toBe(true);
    await settled();

    expect(runs).toEqual([taskId]);
    expect((await kept(taskId))?.state).toEqual({ is: "completed", result: textResult("ran") });
  });

  it("can be given again as soon as the store answers", async () => {
    const { startWaiting, line, answer, runs } = unheardWorld();
    const taskId = await startWaiting();
    line.unheard("replace");
    await expect(answer(taskId)).rejects.toThrow(TaskStoreError);
    line.gone();
    await expect(answer(taskId)).rejects.toThrow(TaskStoreError);
    line.heard();
    expect(await answer(taskId)).toBe(true);
    await settled();

    expect(runs).toEqual([taskId]);
  });

  it("is not taken back from an answer after it", async () => {
    const { startWaiting, line, tryAgain, answer, tasks, kept } = unheardWorld();
    const taskId = await startWaiting();
    line.gone();
    await expect(answer(taskId)).rejects.toThrow(TaskStoreError);
    line.heard();
    await tasks.answer({ ...KEY, taskId }, ANSWER, () => new Promise(() => undefined));
    await tryAgain();

    expect((await kept(taskId))?.state.is).toBe("working");
  });
});

describe("a cancellation that was done and not heard of", () => {
  it("stops the work when the store answers again", async () => {
    const { start, line, tryAgain, tasks } = unheardWorld();
    const { taskId, stretch } = await start();
    line.unheard("replace");
    await expect(tasks.cancel({ ...KEY, taskId }, () => undefined)).rejects.toThrow(TaskStoreError);
    line.gone();
    await tryAgain();
    line.heard();
    expect(stretch.signal.aborted).toBe(false);
    await tryAgain();

    expect(stretch.signal.aborted).toBe(true);
  });

  it("tells once of the question that nobody will answer now, also when it is repeated", async () => {
    const { startWaiting, line, tasks } = unheardWorld();
    const taskId = await startWaiting();
    const abandoned: unknown[] = [];
    const cancel = (): Promise<boolean> =>
      tasks.cancel({ ...KEY, taskId }, ({ memo }) => {
        abandoned.push(memo);
      });
    line.unheard("replace");
    await expect(cancel()).rejects.toThrow(TaskStoreError);
    line.heard();
    expect([await cancel(), await cancel()]).toEqual([true, true]);

    expect(abandoned).toEqual(["what was offered"]);
  });

  it("says nothing of one that was not done", async () => {
    const { startWaiting, line, tryAgain, tasks, kept } = unheardWorld();
    const taskId = await startWaiting();
    line.replacesNothing();
    const abandoned: unknown[] = [];
    const cancelled = tasks.cancel({ ...KEY, taskId }, ({ memo }) => {
      abandoned.push(memo);
    });
    await expect(cancelled).rejects.toThrow(TaskStoreError);
    line.heard();
    await tryAgain();

    expect([abandoned, (await kept(taskId))?.state.is]).toEqual([[], "input_required"]);
  });
});

describe("a question whose keeping was not heard of", () => {
  it("is not asked again once it is answered", async () => {
    const { start, line, tryAgain, tasks, kept } = unheardWorld();
    const { taskId, ask } = await start();
    line.unheard("replace");
    await ask();
    line.heard();
    await tasks.answer({ ...KEY, taskId }, ANSWER, () => new Promise(() => undefined));
    await tryAgain();

    expect((await kept(taskId))?.state.is).toBe("working");
  });

  it("does not hide the stretch that its answer began from the server's end", async () => {
    const { start, line, tasks } = unheardWorld();
    const { taskId, ask } = await start();
    const reply = line.late();
    await ask();
    const stopped = new Promise<string>((resolve) => {
      void tasks.answer({ ...KEY, taskId }, ANSWER, async ({ signal }) => {
        signal.addEventListener("abort", () => resolve("stopped"));
        return await new Promise(() => undefined);
      });
    });
    await settled();
    reply();
    await settled();
    void tasks.close();

    expect(await Promise.race([stopped, settled().then(() => "goes on")])).toBe("stopped");
  });
});

describe("a task that came back from an older save of the store", () => {
  it("has failed when this process looks at it, which does not work on it any more", async () => {
    const { store, tasks } = taskWorld();
    await store.create(storedTask({ state: { is: "working", worker: store.worker, stretch: "an earlier one" } }));

    expect((await tasks.read({ ...KEY, taskId: "task-1" }))?.state).toEqual({
      is: "failed",
      error: { code: -32_603, message: "The store of tasks forgot how this call ended; it may have reached a device." },
    });
  });
});

describe("a task that is made while the server ends", () => {
  it("does not run", async () => {
    const { tasks, store } = taskWorld();
    const runs: string[] = [];
    const { call, caller } = storedTask();
    const begin = async (): Promise<StretchEnd> => {
      runs.push("ran");
      return textEnd("ran");
    };
    const starting = tasks.start({ ...KEY, call, caller, begin });
    await tasks.close();

    expect(runs).toEqual([]);
    expect(await starting).toMatchObject({ is: "started" });
    expect((await store.openTasks()).tasks).toEqual([]);
  });
});
