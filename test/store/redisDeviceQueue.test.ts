import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { DeviceQueue } from "../../src/devices/deviceQueue.js";
import { createRedisDeviceQueue, TURN_MS } from "../../src/store/redisDeviceQueue.js";
import { createRedisLink } from "../../src/store/redisLink.js";
import { hashedName, storeKey } from "../../src/store/storeKeys.js";
import { systemTimer } from "../../src/system/systemTimer.js";
import { letPass } from "../support/letPass.js";
import { recordingLog } from "../support/recordingLog.js";
import { hasRedis, type RedisServer, startRedisServer } from "../support/redisServer.js";
import { asyncRefusalOf } from "../support/refusalOf.js";
import { unaborted } from "../support/unaborted.js";

const TURN = storeKey("turn", hashedName("A"));

describe.skipIf(!hasRedis())("processes that share a real Redis", () => {
  let redis: RedisServer;
  const closing: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    redis = await startRedisServer();
  });
  beforeEach(async () => {
    await redis.run("FLUSHALL");
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
    let finish: () => void = () => undefined;
    const begun = new Promise<void>((resolve) => {
      void first.run("A", unaborted, async () => {
        resolve();
        await new Promise<void>((end) => (finish = end));
      });
    });
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
    expect(holder).toMatch(/ 2$/);
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

  it("pay two round trips for a call", async () => {
    const queue = processQueue();
    await queue.run("A", unaborted, async () => undefined);
    await redis.run("CONFIG", "RESETSTAT");
    for (let call = 0; call < 10; call += 1) await queue.run("A", unaborted, async () => undefined);
    expect(/cmdstat_eval:calls=(\d+)/.exec(String(await redis.run("INFO", "commandstats")))?.[1]).toBe("20");
  });

  describe("when the store", () => {
    async function expectRefusal(queue: DeviceQueue, cause: RegExp): Promise<void> {
      let runs = 0;
      const refusal = await asyncRefusalOf(queue.run("A", unaborted, async () => (runs += 1)));
      expect([refusal.code, runs]).toEqual(["store_unreachable", 0]);
      expect(refusal.message).toMatch(cause);
    }

    it("is gone, run nothing, and go on when it is back, without a restart", async () => {
      const queue = processQueue();
      await queue.run("A", unaborted, async () => undefined);
      await redis.kill();
      await expectRefusal(queue, /ECONNREFUSED|closed/i);
      await redis.restart();
      await expect.poll(() => queue.run("A", unaborted, async () => "ran").catch(() => "not yet")).toBe("ran");
    });

    it("was never there, say so, and use it as soon as it is", async () => {
      const queue = processQueue();
      await redis.kill();
      await expectRefusal(queue, /ECONNREFUSED|closed/i);
      await redis.restart();
      await expect.poll(() => queue.run("A", unaborted, async () => "ran").catch(() => "not yet")).toBe("ran");
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
      await expect.poll(() => queue.run("A", unaborted, async () => "ran").catch(() => "not yet")).toBe("ran");
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
