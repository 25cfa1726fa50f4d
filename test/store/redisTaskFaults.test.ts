import { once } from "node:events";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { StretchEnd } from "../../src/elicitation/taskQuestion.js";
import type { StoredTask } from "../../src/server/tasks/storedTask.js";
import { createTasks, type Tasks } from "../../src/server/tasks/tasks.js";
import type { WorkingStretch } from "../../src/server/tasks/taskWorker.js";
import { type TaskStore, TaskStoreError } from "../../src/server/tasks/taskStore.js";
import { createRedisLink } from "../../src/store/redisLink.js";
import { createRedisTaskStore } from "../../src/store/redisTaskStore.js";
import { storeKey } from "../../src/store/storeKeys.js";
import { systemTimer } from "../../src/system/systemTimer.js";
import { storedTask, WAITING } from "../server/tasks/storedTasks.js";
import { CONTRACT_LIMITS } from "../server/tasks/taskStore.contract.js";
import { textEnd, textResult } from "../server/tasks/taskWorld.js";
import { layHeldLine } from "../support/heldLine.js";
import { letPass } from "../support/letPass.js";
import { recordingLog } from "../support/recordingLog.js";
import { hasRedis, type RedisServer, type RedisServerOptions, startRedisServer } from "../support/redisServer.js";

const OWNER = "owner-1";
const ANSWER = { deviceChoice: { action: "accept", content: { deviceId: "R3CN90ABCDE" } } };
const NO_END = new Promise<StretchEnd>(() => undefined);
const QUESTION: StretchEnd = { is: "input_required", inputRequests: WAITING.inputRequests, memo: "what was offered" };

/** What a replica is to its tasks. */
interface TaskProcess {
  readonly store: TaskStore;
  readonly tasks: Tasks;
  /** What ran, one entry each. */
  readonly runs: readonly string[];
  /** Makes a task whose work ends so, and gives its id. */
  start(end?: StretchEnd | Promise<StretchEnd>): Promise<string>;
  /** Answers a task. */
  answer(taskId: string): Promise<boolean>;
  /** Why a task could not be made. */
  whyNot(): Promise<string>;
  look(taskId: string): Promise<StoredTask["state"] | undefined>;
}

describe.skipIf(!hasRedis())("tasks, when the store", () => {
  let redis: RedisServer;
  const closing: (() => Promise<void>)[] = [];

  beforeEach(async () => {
    redis = await startRedis({ keeps: "nothing" });
  });
  afterEach(async () => {
    for (const close of closing.splice(0).toReversed()) await close();
  });

  async function startRedis(options: RedisServerOptions): Promise<RedisServer> {
    const started = await startRedisServer(options);
    closing.push(() => started.close());
    return started;
  }

  /** Joins a process that has taken a first step, unless it cannot. */
  async function join(url: URL = redis.url): Promise<TaskProcess> {
    const parts = { timer: systemTimer, log: recordingLog(), limits: CONTRACT_LIMITS };
    const link = createRedisLink({ url, ...parts });
    const store = createRedisTaskStore({ link, ...parts });
    const tasks = createTasks({ store, ...parts, effectWhenStopped: () => "did_not_run" });
    closing.push(async () => {
      await tasks.close();
      await link.close();
    });
    await store.read("").catch(() => undefined);
    const { call, caller } = storedTask();
    const runs: string[] = [];
    const start: TaskProcess["start"] = async (end = textEnd("done")) => {
      const begin = async ({ signal }: WorkingStretch): Promise<StretchEnd> => {
        runs.push("began");
        await Promise.race([end, once(signal, "abort")]);
        signal.throwIfAborted();
        return await end;
      };
      const started = await tasks.start({ owner: OWNER, call, caller, begin });
      return started.is === "started" ? started.task.taskId : "too many";
    };
    return {
      ...{ store, tasks, runs, start },
      answer: (taskId) =>
        tasks.answer({ taskId, owner: OWNER }, ANSWER, async () => {
          runs.push("answered");
          return textEnd("ran");
        }),
      whyNot: () =>
        start().then(
          () => "made",
          (error: unknown) => (error instanceof TaskStoreError ? error.message : "another error"),
        ),
      look: async (taskId) => (await tasks.read({ taskId, owner: OWNER }))?.state,
    };
  }

  async function openTasks(): Promise<unknown> {
    return await redis.run("ZCARD", storeKey("tasks", "open", OWNER));
  }

  it("answers too late, run nothing, and leave nothing of what was made unheard", async () => {
    const line = await layHeldLine(Number(redis.url.port));
    closing.push(() => line.close());
    const replica = await join(new URL(`redis://127.0.0.1:${line.port}`));
    line.hold();
    expect(await Promise.all([replica.whyNot(), replica.whyNot()])).toEqual([
      "it did not answer in 1500 ms",
      "it did not answer in 1500 ms",
    ]);
    expect([await openTasks(), replica.runs]).toEqual([2, []]);
    line.release();

    await expect.poll(openTasks, { timeout: 5000 }).toBe(0);
    expect(await replica.whyNot()).toBe("made");
    expect(replica.runs).toEqual(["began"]);
  });

  it("does at last what it did not answer, leave nothing of that", async () => {
    const replica = await join();
    redis.freeze();
    expect(await replica.whyNot()).toBe("it did not answer in 1500 ms");
    redis.thaw();
    const withdrawn = async (): Promise<number> =>
      Number(/cmdstat_zrem:calls=(\d+)/.exec(String(await redis.run("INFO", "commandstats")))?.[1]);
    await expect.poll(withdrawn, { timeout: 8000 }).toBe(2);
    expect([await openTasks(), replica.runs]).toEqual([0, []]);
  });

  it("takes an answer and says so too late, wait for it again and run it once", async () => {
    const line = await layHeldLine(Number(redis.url.port));
    closing.push(() => line.close());
    const replica = await join(new URL(`redis://127.0.0.1:${line.port}`));
    const other = await join();
    const taskId = await replica.start(QUESTION);
    await expect.poll(() => replica.look(taskId)).toMatchObject({ is: "input_required" });
    line.holdFrom('"is":"working"');
    await expect(replica.answer(taskId)).rejects.toThrow(new TaskStoreError("it did not answer in 1500 ms"));
    expect(await other.look(taskId)).toMatchObject({ is: "working" });
    line.release();

    await expect.poll(() => other.look(taskId), { timeout: 5000 }).toMatchObject({ is: "input_required", answers: {} });
    expect(await other.answer(taskId)).toBe(true);
    await expect.poll(() => replica.look(taskId)).toEqual({ is: "completed", result: textResult("ran") });
    expect([replica.runs, other.runs]).toEqual([["began"], ["answered"]]);
  });

  it("is gone, run nothing, and are made again when it is back", async () => {
    const replica = await join();
    await redis.kill();
    expect(await replica.whyNot()).toMatch(/ECONNREFUSED|closed/i);
    await redis.restart();
    await expect.poll(replica.whyNot, { timeout: 5000 }).toBe("made");
    expect(replica.runs).toEqual(["began"]);
  });

  it("was never there, say so, and are made as soon as it is", async () => {
    await redis.kill();
    const replica = await join();
    expect(await replica.whyNot()).toMatch(/ECONNREFUSED|closed/i);
    await redis.restart();
    await expect.poll(replica.whyNot, { timeout: 5000 }).toBe("made");
  });

  it("is restarted with its data, are all there: what waits, and what was being worked on", async () => {
    redis = await startRedis({ keeps: "all" });
    const replica = await join();
    const waiting = await replica.start(QUESTION);
    await expect.poll(() => replica.look(waiting)).toMatchObject({ is: "input_required" });
    let end: (end: StretchEnd) => void = () => undefined;
    const working = await replica.start(new Promise((resolve) => (end = resolve)));
    await redis.kill();
    end(textEnd("seen while the store was gone"));
    await expect(replica.look(waiting)).rejects.toThrow(TaskStoreError);
    await redis.restart();

    await expect
      .poll(() => replica.look(working).catch(() => "not yet"), { timeout: 8000 })
      .toEqual({ is: "completed", result: textResult("seen while the store was gone") });
    expect(await replica.answer(waiting)).toBe(true);
    await expect.poll(() => replica.look(waiting)).toEqual({ is: "completed", result: textResult("ran") });
    expect(replica.runs).toEqual(["began", "began", "answered"]);
  });

  it("is restarted empty, are unknown, and new ones are as alive as ever to other processes", async () => {
    const [replica, other] = [await join(), await join()];
    const waiting = await replica.start(QUESTION);
    await redis.restart();
    await expect.poll(() => replica.answer(waiting).catch(() => "not yet"), { timeout: 5000 }).toBe(false);

    const working = await replica.start(NO_END);
    expect(await other.look(working)).toMatchObject({ is: "working" });
    expect(replica.runs).toEqual(["began", "began"]);
  });

  it("comes back from an older save, fail none whose process lives", async () => {
    const [replica, other] = [await join(), await join()];
    const working = await replica.start(NO_END);
    await letPass(7000);
    await redis.run("DEL", storeKey("worker", replica.store.worker), storeKey("worker", other.store.worker));
    await other.start();
    expect(await other.look(working)).toMatchObject({ is: "working" });
  });

  it("is started anew, and has lost the last words of others alone, fail none of theirs", async () => {
    const [replica, other] = [await join(), await join()];
    const working = await replica.start(NO_END);
    await letPass(7000);
    await redis.run("SCRIPT", "FLUSH");
    await redis.run("DEL", storeKey("worker", replica.store.worker));
    expect(await other.look(working)).toMatchObject({ is: "working" });
  });

  it("is full, can be read but not made, and end when there is room", async () => {
    const replica = await join();
    let end: (end: StretchEnd) => void = () => undefined;
    const working = await replica.start(new Promise((resolve) => (end = resolve)));
    await redis.run("CONFIG", "SET", "maxmemory-policy", "noeviction");
    await redis.run("CONFIG", "SET", "maxmemory", "1");
    expect(await replica.whyNot()).toBe("it is full");
    end(textEnd("seen"));
    expect(await replica.look(working)).toMatchObject({ is: "working" });
    await redis.run("CONFIG", "SET", "maxmemory", "0");

    await expect
      .poll(() => replica.look(working), { timeout: 5000 })
      .toEqual({ is: "completed", result: textResult("seen") });
    expect(await replica.whyNot()).toBe("made");
    expect(replica.runs).toEqual(["began", "began"]);
  });

  it("allows too little, say so without the password", async () => {
    const url = new URL(redis.url);
    [url.username, url.password] = ["little", "secret-word"];
    await redis.run("ACL", "SETUSER", "little", "on", ">secret-word", "~*", "&*", "+@connection", "+subscribe");
    const replica = await join(url);
    expect(await replica.whyNot()).toBe("its user is not allowed to do that");
    await redis.run("ACL", "SETUSER", "little", "+@all", "-zadd");
    expect(await replica.whyNot()).toBe("its user is not allowed to do that");
    await redis.run("ACL", "SETUSER", "little", "+@all");
    expect(await replica.whyNot()).toBe("made");
    expect(replica.runs).toEqual(["began"]);

    url.password = "wrong";
    expect(await (await join(url)).whyNot()).toBe("it wants another user or password");
  });
});
