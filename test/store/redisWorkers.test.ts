import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createRedisLink } from "../../src/store/redisLink.js";
import { createRedisWorkers, type RedisWorkers } from "../../src/store/redisWorkers.js";
import { StoreError } from "../../src/store/storeError.js";
import { storeKey } from "../../src/store/storeKeys.js";
import { systemTimer } from "../../src/system/systemTimer.js";
import { type ManualTimer, manualTimer } from "../support/manualTimer.js";
import { recordingLog, type RecordingLog } from "../support/recordingLog.js";
import { hasRedis, type RedisServer, startRedisServer } from "../support/redisServer.js";

const SIGN = "store: this process lives";

describe.skipIf(!hasRedis())("a process that shares a real Redis", () => {
  let redis: RedisServer;
  let timer: ManualTimer;
  let log: RecordingLog;
  let workers: RedisWorkers;
  const closing: (() => Promise<void>)[] = [];

  beforeEach(async () => {
    redis = await startRedisServer({ keeps: "all" });
    log = recordingLog();
    timer = manualTimer();
    const link = createRedisLink({ url: redis.url, timer: systemTimer, log: recordingLog() });
    workers = createRedisWorkers({ link, timer, log });
    closing.push(
      () => workers.close(),
      () => link.close(),
      () => redis.close(),
    );
  });
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
  });

  /** Lets time pass until the next sign, and waits for that to be over. */
  async function nextSign(afterMs: number): Promise<void> {
    await expect.poll(() => timer.live(), { timeout: 5000 }).toEqual([SIGN]);
    timer.advance(afterMs);
    await expect.poll(() => timer.live(), { timeout: 5000 }).toEqual([SIGN]);
  }

  it("takes nobody for dead before its third sign of life", async () => {
    await nextSign(3000);
    expect(await workers.isAlive("nobody")).toBe(true);
    await nextSign(3000);
    expect(await workers.isAlive("nobody")).toBe(false);
  });

  it("is known to live for fifteen seconds after each sign", async () => {
    await nextSign(3000);
    const left = Number(await redis.run("PTTL", storeKey("worker", workers.self)));
    expect(left).toBeGreaterThan(13_000);
    expect(left).toBeLessThanOrEqual(15_000);
  });

  it("says once that it cannot be told, tries each second, and takes nobody for dead after that", async () => {
    await nextSign(3000);
    await nextSign(3000);
    await redis.kill();
    await nextSign(3000);
    await nextSign(1000);
    await expect(workers.isAlive("nobody")).rejects.toThrow(StoreError);
    await redis.restart();
    await nextSign(1000);

    await expect.poll(() => workers.isAlive("nobody").catch(() => "not yet")).toBe(true);
    expect(log.lines).toMatchObject([{ level: "warn", line: "store: it cannot be told that this process lives" }]);
  });

  it("knows by its own sign that the store has forgotten", async () => {
    await nextSign(3000);
    await nextSign(3000);
    await redis.run("DEL", storeKey("worker", workers.self));
    expect(await workers.isAlive("nobody")).toBe(true);
    await nextSign(3000);
    await nextSign(3000);
    expect(await workers.isAlive("nobody")).toBe(true);
    await nextSign(3000);
    expect(await workers.isAlive("nobody")).toBe(false);
  });

  it("knows by its script that the store was started anew, though its sign was kept", async () => {
    await nextSign(3000);
    await nextSign(3000);
    await redis.restart();
    await expect.poll(() => workers.isAlive("nobody").catch(() => "not yet")).toBe(true);
    expect(await redis.run("EXISTS", storeKey("worker", workers.self))).toBe(1);
  });

  it("takes back that it lives when it ends", async () => {
    await nextSign(3000);
    await workers.close();
    expect(await redis.run("EXISTS", storeKey("worker", workers.self))).toBe(0);
  });
});
