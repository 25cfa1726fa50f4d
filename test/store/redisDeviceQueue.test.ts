import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { settleOnce } from "../../src/core/settleOnce.js";
import type { DeviceQueue } from "../../src/devices/deviceQueue.js";
import { createRedisDeviceQueue } from "../../src/store/redisDeviceQueue.js";
import { createRedisLink } from "../../src/store/redisLink.js";
import { TURN_MS } from "../../src/store/redisTurns.js";
import { hashedName, storeKey } from "../../src/store/storeKeys.js";
import { systemTimer } from "../../src/system/systemTimer.js";
import { letPass } from "../support/letPass.js";
import { recordingLog } from "../support/recordingLog.js";
import { hasRedis, type RedisServer, startRedisServer } from "../support/redisServer.js";
import { asyncRefusalOf } from "../support/refusalOf.js";
import { unaborted } from "../support/unaborted.js";

const TURN = storeKey("turn", hashedName("A"));
const LINE = storeKey("line", hashedName("A"));
const SETTLING = storeKey("settling");

describe.skipIf(!hasRedis())("processes that share a real Redis", () => {
  let redis: RedisServer;
  const closing: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    redis = await startRedisServer();
  });
  beforeEach(async () => {
    await redis.run("FLUSHALL");
    await redis.run("SET", storeKey("settled"), "1");
  });
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
  });
  afterAll(() => redis.close());

  function processQueue(url: URL = redis.url): DeviceQueue {
    const log = recordingLog();
    const link = createRedisLink({ url, timer: systemTimer, log });
    const queue = createRedisDeviceQueue({ link, timer: systemTimer, log });
    closing.push(async () => {
      await link.close();
    });
    return queue;
  }

  /** Works on device A until `finish`. */
  function holdDevice(queue: DeviceQueue): { begun: Promise<void>; finish: () => void; ended: Promise<void> } {
    const begun = settleOnce<undefined>();
    const over = settleOnce<undefined>();
    const ended = queue.run("A", unaborted, async () => {
      begun.settle(undefined);
      await over.settled;
    });
    return { begun: begun.settled, finish: () => over.settle(undefined), ended };
  }

  /** Round trips of turns since the counting began. */
  async function roundTrips(): Promise<number> {
    const stats = String(await redis.run("INFO", "commandstats"));
    const counts = [...stats.matchAll(/cmdstat_eval(?:sha)?:calls=(\d+)/g)].map(([, count]) => Number(count));
    return counts.reduce((sum, count) => sum + count, 0);
  }

  it("work on one device one at a time, and on others at once", async () => {
    const queues = [processQueue(), processQueue(), processQueue()];
    const atWork: Record<string, number> = { A: 0, B: 0 };
    const most: Record<string, number> = { A: 0, B: 0 };
    const work = async (device: string): Promise<void> => {
      atWork[device] = (atWork[device] ?? 0) + 1;
      most[device] = Math.max(most[device] ?? 0, atWork[device]);
      await letPass(3);
      atWork[device] -= 1;
    };
    const calls = queues.flatMap((queue) =>
      Array.from({ length: 10 }, (_, index) => {
        const device = index % 2 === 0 ? "A" : "B";
        return queue.run(device, new AbortController().signal, () => work(device));
      }),
    );
    await Promise.all(calls);
    expect(most).toEqual({ A: 1, B: 1 });
  });

  it("tell work that it had to wait for another process", async () => {
    const [first, second] = [processQueue(), processQueue()];
    const { begun, finish } = holdDevice(first);
    await begun;
    const waiting = second.run("A", unaborted, async ({ hasWaited }) => hasWaited);
    await letPass(50);
    finish();
    expect(await waiting).toBe(true);
    expect(await second.run("A", unaborted, async ({ hasWaited }) => hasWaited)).toBe(false);
  });

  it("free the device of one that died when its turn has run out, with a higher token", async () => {
    await redis.run("SET", TURN, "dead 1", "PX", "400");
    await redis.run("SET", storeKey("fence", hashedName("A")), "1");
    const holder = await processQueue().run("A", unaborted, async () => String(await redis.run("GET", TURN)));
    // Its place in the line was 2.
    expect(holder).toMatch(/ 3$/);
  });

  it("break off work whose turn has passed to another, and leave that one's turn alone", async () => {
    const work = processQueue().run("A", unaborted, async ({ signal }) => {
      await redis.run("SET", TURN, "other 99", "PX", `${TURN_MS}`);
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      throw signal.reason;
    });
    expect(await asyncRefusalOf(work)).toMatchObject({ code: "store_unreachable", data: { effect: "may_have_run" } });
    expect(await redis.run("GET", TURN)).toBe("other 99");
  });

  it("let one who gives up leave the line", async () => {
    await redis.run("SET", TURN, "other 1", "PX", "60000");
    const caller = new AbortController();
    const waiting = processQueue().run("A", caller.signal, async () => "ran");
    await letPass(50);
    caller.abort(new Error("gave up"));
    await expect(waiting).rejects.toThrow("gave up");
  });

  it("take turns in the order of asking", async () => {
    const order: string[] = [];
    const queues = [processQueue(), processQueue(), processQueue()];
    await redis.run("SET", TURN, "other 1", "PX", "60000");
    const calls: Promise<unknown>[] = [];
    for (const [at, queue] of queues.entries()) {
      calls.push(queue.run("A", unaborted, async () => order.push(`${at} first`)));
      calls.push(queue.run("A", unaborted, async () => order.push(`${at} second`)));
      await expect.poll(() => redis.run("ZCARD", LINE)).toBe(at + 1);
    }
    await redis.run("DEL", TURN);
    await Promise.all(calls);
    expect(order).toEqual(
      expect.arrayContaining(["0 first", "1 first", "2 first", "0 second", "1 second", "2 second"]),
    );
    expect(order.map((line) => line.slice(2))).toEqual(["first", "first", "first", "second", "second", "second"]);
  });

  it("pass over one that died while it waited", async () => {
    const [first, second, third] = [processQueue(), processQueue(), processQueue()];
    const { begun, finish, ended } = holdDevice(first);
    await begun;
    const dead = second.run("A", unaborted, async () => "ran").catch(() => "died");
    await expect.poll(() => redis.run("ZCARD", LINE)).toBe(1);
    const waiting = third.run("A", unaborted, async () => String(await redis.run("GET", TURN)));
    await expect.poll(() => redis.run("ZCARD", LINE)).toBe(2);
    await closing[1]?.();
    finish();
    await ended;
    // The holder's token was 1, the places of the two that wait 2 and 3, and 4 was offered to the dead one.
    expect(await waiting).toMatch(/ 5$/);
    expect(await dead).toBe("died");
  });

  it.each([
    ["alone", 1],
    ["where two want the same device", 2],
    ["where four want the same device", 4],
  ])("pay two round trips for a call %s", async (_, processes) => {
    const queues = Array.from({ length: processes }, () => processQueue());
    for (const queue of queues) await queue.run("A", unaborted, async () => undefined);
    await redis.run("CONFIG", "RESETSTAT");
    const call = (queue: DeviceQueue): Promise<void> => queue.run("A", new AbortController().signal, () => letPass(2));
    const calls = queues.flatMap((queue) => Array.from({ length: 10 }, () => call(queue)));
    await Promise.all(calls);
    expect(await roundTrips()).toBe(processes * 10 * 2);
  });

  describe("when the store", () => {
    async function expectRefusal(queue: DeviceQueue, cause: RegExp): Promise<void> {
      let runs = 0;
      const refusal = await asyncRefusalOf(queue.run("A", unaborted, async () => (runs += 1)));
      expect([refusal.code, runs]).toEqual(["store_unreachable", 0]);
      expect(refusal.message).toMatch(cause);
    }

    /** Runs it as soon as the store answers. */
    async function backAgain<T>(run: () => Promise<T>): Promise<T> {
      for (;;) {
        try {
          return await run();
        } catch {
          await letPass(50);
        }
      }
    }

    it("is gone, run nothing, and go on when it is back, without a restart", { timeout: 30_000 }, async () => {
      const queue = processQueue();
      await queue.run("A", unaborted, async () => undefined);
      await redis.kill();
      await expectRefusal(queue, /ECONNREFUSED|closed/i);
      await redis.restart();
      expect(await backAgain(() => queue.run("A", unaborted, async () => "ran"))).toBe("ran");
    });

    it.each([
      ["is started anew and has forgotten", () => redis.kill().then(() => redis.restart())],
      ["is emptied", () => redis.run("FLUSHALL")],
    ])("%s, leave the device to the one that has it", { timeout: 30_000 }, async (_, forget) => {
      const [first, second] = [processQueue(), processQueue()];
      const { begun, finish, ended } = holdDevice(first);
      await begun;
      await forget();
      const order: string[] = [];
      const waiting = backAgain(() => second.run("A", unaborted, async () => order.push("the second began")));
      await letPass(6000);
      order.push("the first ended");
      finish();
      await ended;
      await waiting;
      expect(order).toEqual(["the first ended", "the second began"]);
    });

    it("brings back an old turn of the one that asks, do not take it for a turn", async () => {
      const queue = processQueue();
      const old = await queue.run("A", unaborted, async () => String(await redis.run("GET", TURN)));
      await redis.run("SET", TURN, old);
      await redis.run("SET", SETTLING, "1");
      const asking = queue.run("A", unaborted, async () => "ran");
      await expect.poll(() => redis.run("ZCARD", LINE)).toBe(1);
      await redis.run("DEL", SETTLING);
      expect(await asking).toBe("ran");
    });

    it("is a standby that is promoted, give it time too, whoever asked it before", async () => {
      const standby = await startRedisServer();
      closing.push(() => standby.close());
      await standby.run("SCRIPT", "FLUSH");
      await standby.run("REPLICAOF", redis.url.hostname, redis.url.port);
      await expect
        .poll(() => standby.run("INFO", "replication"), { timeout: 10_000 })
        .toContain("master_link_status:up");
      const queue = processQueue(standby.url);
      await expectRefusal(queue, /it is a replica that takes no writes/);
      await standby.run("REPLICAOF", "NO", "ONE");
      const caller = new AbortController();
      const asking = queue.run("A", caller.signal, async () => "ran");
      await expect.poll(() => standby.run("EXISTS", SETTLING)).toBe(1);
      caller.abort(new Error("seen enough"));
      await expect(asking).rejects.toThrow("seen enough");
    });

    it("was never there, say so, and use it as soon as it is", { timeout: 30_000 }, async () => {
      const queue = processQueue();
      await redis.kill();
      await expectRefusal(queue, /ECONNREFUSED|closed/i);
      await redis.restart();
      expect(await backAgain(() => queue.run("A", unaborted, async () => "ran"))).toBe("ran");
    });

    it("does not answer, give up in time", async () => {
      const queue = processQueue();
      await queue.run("A", unaborted, async () => undefined);
      redis.freeze();
      const startedAt = systemTimer.now();
      await expectRefusal(queue, /did not answer in 1500 ms/);
      expect(systemTimer.now() - startedAt).toBeLessThan(3000);
      redis.thaw();
      const thawedAt = systemTimer.now();
      expect(await backAgain(() => queue.run("A", unaborted, async () => "ran"))).toBe("ran");
      // The turn that was asked for was granted when nobody heard of it any more; it has not lapsed by now.
      expect(systemTimer.now() - thawedAt).toBeLessThan(TURN_MS / 2);
    });

    it("is full, run nothing, and go on when there is room", async () => {
      const queue = processQueue();
      await redis.run("CONFIG", "SET", "maxmemory", "1");
      await expectRefusal(queue, /it is full/);
      await redis.run("CONFIG", "SET", "maxmemory", "0");
      expect(await queue.run("A", unaborted, async () => "ran")).toBe("ran");
    });

    it("allows too little, say so without the password", async () => {
      await redis.run("ACL", "SETUSER", "little", "on", ">secret-word", "~*", "&*", "+ping", "+subscribe");
      const url = new URL(redis.url);
      [url.username, url.password] = ["little", "secret-word"];
      await expectRefusal(processQueue(url), /its user is not allowed to do that\. The call did not run/);
      await redis.run("ACL", "SETUSER", "little", "+@all");
      url.password = "wrong";
      await expectRefusal(processQueue(url), /it wants another user or password/);
    });
  });
});
