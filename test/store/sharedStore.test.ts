import { describe, expect, it } from "vitest";
import type { Timer } from "../../src/core/timer.js";
import { openSharedStore, type SharedStore } from "../../src/store/sharedStore.js";
import { storeKey } from "../../src/store/storeKeys.js";
import { systemTimer } from "../../src/system/systemTimer.js";
import { CONTRACT_LIMITS } from "../server/tasks/taskStore.contract.js";
import { closedPort } from "../support/closedPort.js";
import { recordingLog } from "../support/recordingLog.js";
import { hasRedis, startRedisServer } from "../support/redisServer.js";

/** A shared store, and what it waits for on the real clock. */
function openCounted(url: URL): { readonly store: SharedStore; readonly waits: ReadonlySet<string> } {
  const waits = new Set<string>();
  const timer: Timer = {
    now: systemTimer.now,
    after(ms, label, fire) {
      waits.add(label);
      const cancel = systemTimer.after(ms, label, () => {
        waits.delete(label);
        fire();
      });
      return () => {
        waits.delete(label);
        cancel();
      };
    },
  };
  return { store: openSharedStore({ url, timer, limits: CONTRACT_LIMITS, log: recordingLog() }), waits };
}

describe("a shared store that nobody came to use", () => {
  it.skipIf(!hasRedis())("says that its process lives, and leaves nothing behind", async () => {
    const redis = await startRedisServer();
    const { store, waits } = openCounted(redis.url);
    const key = storeKey("worker", store.tasks.worker);
    await expect.poll(() => redis.run("EXISTS", key)).toBe(1);
    await store.close();
    expect([await redis.run("EXISTS", key), [...waits]]).toEqual([0, []]);
    await redis.close();
  });

  it("ends also when there is no store", async () => {
    const { store, waits } = openCounted(new URL(`redis://127.0.0.1:${await closedPort()}`));
    await store.close();
    await expect.poll(() => [...waits], { timeout: 3000 }).toEqual([]);
  });
});
