import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createTasks, type Tasks } from "../../src/server/tasks/tasks.js";
import { type TaskStore, TaskStoreError } from "../../src/server/tasks/taskStore.js";
import { createRedisLink } from "../../src/store/redisLink.js";
import { createRedisTaskStore } from "../../src/store/redisTaskStore.js";
import { storeKey } from "../../src/store/storeKeys.js";
import { systemTimer } from "../../src/system/systemTimer.js";
import { nextVersion, storedTask, WAITING } from "../server/tasks/storedTasks.js";
import { CONTRACT_LIMITS, taskStoreContract } from "../server/tasks/taskStore.contract.js";
import { textEnd } from "../server/tasks/taskWorld.js";
import { letPass } from "../support/letPass.js";
import { recordingLog } from "../support/recordingLog.js";
import { hasRedis, type RedisServer, startRedisServer } from "../support/redisServer.js";

describe.skipIf(!hasRedis())("a real Redis", () => {
  let redis: RedisServer;
  const closing: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    redis = await startRedisServer();
  });
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
  });
  afterAll(() => redis.close());

  async function join(): Promise<TaskStore> {
    const log = recordingLog();
    const link = createRedisLink({ url: redis.url, timer: systemTimer, log });
    const store = createRedisTaskStore({ link, timer: systemTimer, limits: CONTRACT_LIMITS, log });
    closing.push(async () => {
      await store.close();
      await link.close();
    });
    // The first step waits until the ends of tasks can be heard.
    await store.read("");
    return store;
  }

  function tasksOver(store: TaskStore): Tasks {
    const parts = { limits: CONTRACT_LIMITS, timer: systemTimer, log: recordingLog() };
    const tasks = createTasks({ store, ...parts, effectWhenStopped: () => "may_have_run" });
    closing.unshift(() => tasks.close());
    return tasks;
  }

  /** Keeps questions that were just asked: `task-1` of the first owner, and so on. */
  async function fillWithQuestions(store: TaskStore, owners: readonly string[]): Promise<void> {
    const now = systemTimer.now();
    for (const [at, owner] of owners.entries()) {
      await store.create(
        storedTask({ taskId: `task-${at + 1}`, owner, createdAt: now, updatedAt: now, state: WAITING }),
      );
    }
  }

  taskStoreContract("Redis", async () => {
    await redis.run("FLUSHALL");
    return { join, now: systemTimer.now, pass: letPass };
  });

  it("takes a question's task on in another process, and fails the work of one that died", async () => {
    await redis.run("FLUSHALL");
    const [dead, living] = [await join(), await join()];
    await dead.create(storedTask({ state: { is: "working", worker: dead.worker, stretch: "stretch-1" } }));
    await dead.create(storedTask({ taskId: "task-2" }));
    await dead.replace(nextVersion(storedTask({ taskId: "task-2" }), { state: WAITING }));
    await dead.close();
    await letPass(7000);
    const tasks = tasksOver(living);

    const [working, waiting] = [
      await tasks.read({ taskId: "task-1", owner: "owner-1" }),
      await tasks.read({ taskId: "task-2", owner: "owner-1" }),
    ];

    expect(working?.state).toEqual({
      is: "failed",
      error: {
        code: -32_603,
        message: "The process that ran this call ended before the call was done; it may have reached a device.",
      },
    });
    expect(waiting?.state).toEqual(WAITING);
  });

  it("keeps a creation away that comes after it was withdrawn", async () => {
    await redis.run("FLUSHALL");
    const store = await join();
    await store.withdraw(storedTask());
    await expect(store.create(storedTask())).rejects.toThrow(TaskStoreError);
    expect(await store.read("task-1")).toBeUndefined();
    expect((await store.openTasks()).tasks).toEqual([]);
  });

  it("keeps a creation away however often it was withdrawn before", async () => {
    await redis.run("FLUSHALL");
    const store = await join();
    await store.withdraw(storedTask());
    await store.withdraw(storedTask());
    await expect(store.create(storedTask())).rejects.toThrow(TaskStoreError);
    expect((await store.openTasks()).tasks).toEqual([]);
  });

  it("keeps a creation away that comes again after it was undone", async () => {
    await redis.run("FLUSHALL");
    const store = await join();
    await store.create(storedTask());
    await store.withdraw(storedTask());
    await expect(store.create(storedTask())).rejects.toThrow(TaskStoreError);
    expect(await redis.run("PTTL", storeKey("task", "task-1"))).toBeGreaterThan(0);
  });

  it.each([
    ["was evicted, of one owner", ["DEL"], ["owner-1", "owner-1"], "owner-1"],
    ["was evicted, of all", ["DEL"], ["owner-1", "owner-2", "owner-3"], "owner-4"],
    ["another version wrote, of one owner", ["HSET", "task", "{}"], ["owner-1", "owner-1"], "owner-1"],
    ["another version wrote, of all", ["HSET", "task", "{}"], ["owner-1", "owner-2", "owner-3"], "owner-4"],
  ])("makes a task in the place of one that %s", async (_, [command = "", ...args], owners, owner) => {
    await redis.run("FLUSHALL");
    const store = await join();
    const tasks = tasksOver(store);
    await fillWithQuestions(store, owners);
    await redis.run(command, storeKey("task", "task-2"), ...args);

    const { call, caller } = storedTask();
    const opening = { owner, call, caller, begin: async () => textEnd("done") };
    expect((await tasks.start(opening)).is).toBe("started");
    expect(await redis.run("ZSCORE", storeKey("tasks", "open"), "task-2")).toBeNull();
    expect(await redis.run("EXISTS", storeKey("task", "task-1"), storeKey("task", "task-2"))).toBe(1);
  });

  it("drops from its owner's list what was dropped from that of all", async () => {
    await redis.run("FLUSHALL");
    const store = await join();
    const tasks = tasksOver(store);
    await fillWithQuestions(store, ["owner-1", "owner-1", "owner-2"]);
    await redis.run("DEL", storeKey("task", "task-2"));

    const { call, caller } = storedTask();
    const start = async (owner: string): Promise<string> =>
      (await tasks.start({ owner, call, caller, begin: async () => textEnd("done") })).is;
    expect([await start("owner-3"), await start("owner-1")]).toEqual(["started", "started"]);
    expect(await redis.run("ZSCORE", storeKey("tasks", "open", "owner-1"), "task-2")).toBeNull();
  });

  it("costs one round trip for each step", async () => {
    await redis.run("FLUSHALL");
    const store = await join();
    await redis.run("CONFIG", "RESETSTAT");
    await store.create(storedTask());
    await store.read("task-1");
    await store.replace(nextVersion(storedTask(), { state: WAITING }));
    const stats = String(await redis.run("INFO", "commandstats"));
    expect([/cmdstat_eval:calls=(\d+)/.exec(stats)?.[1], /cmdstat_hget:calls=(\d+)/.exec(stats)?.[1]]).toEqual([
      "2",
      "2",
    ]);
  });
});
