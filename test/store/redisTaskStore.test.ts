import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createTasks } from "../../src/server/tasks/tasks.js";
import { type TaskStore, TaskStoreError } from "../../src/server/tasks/taskStore.js";
import { createRedisLink } from "../../src/store/redisLink.js";
import { createRedisTaskStore } from "../../src/store/redisTaskStore.js";
import { storeKey } from "../../src/store/storeKeys.js";
import { systemTimer } from "../../src/system/systemTimer.js";
import { nextVersion, storedTask, WAITING } from "../server/tasks/storedTasks.js";
import { CONTRACT_LIMITS, taskStoreContract } from "../server/tasks/taskStore.contract.js";
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
    const tasks = createTasks({
      ...{ store: living, limits: CONTRACT_LIMITS, timer: systemTimer, log: recordingLog() },
      effectWhenStopped: () => "may_have_run",
    });

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
    expect([await store.read("task-1"), await store.oldestOpen()]).toEqual([undefined, undefined]);
  });

  it("keeps a creation away however often it was withdrawn before", async () => {
    await redis.run("FLUSHALL");
    const store = await join();
    await store.withdraw(storedTask());
    await store.withdraw(storedTask());
    await expect(store.create(storedTask())).rejects.toThrow(TaskStoreError);
    expect(await store.oldestOpen()).toBeUndefined();
  });

  it("keeps a creation away that comes again after it was undone", async () => {
    await redis.run("FLUSHALL");
    const store = await join();
    await store.create(storedTask());
    await store.withdraw(storedTask());
    await expect(store.create(storedTask())).rejects.toThrow(TaskStoreError);
    expect(await redis.run("PTTL", storeKey("task", "task-1"))).toBeGreaterThan(0);
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
