import { expect, it } from "vitest";
import type { Timer } from "../../src/core/timer.js";
import { createRedisDeviceQueue } from "../../src/store/redisDeviceQueue.js";
import { StoreError } from "../../src/store/storeError.js";
import { asyncRefusalOf } from "../support/refusalOf.js";
import { manualTimer } from "../support/manualTimer.js";
import { recordingLog } from "../support/recordingLog.js";
import { settled } from "../support/settled.js";
import { unaborted } from "../support/unaborted.js";

it.each([
  ["as it is", 0],
  ["set back by an hour", -3_600_000],
])(
  "a turn that cannot be renewed is given up eight seconds after it was asked for, by a clock %s",
  async (_, stepMs) => {
    const clock = manualTimer();
    let shiftMs = 0;
    const timer: Timer = { now: () => clock.now() + shiftMs, after: clock.after };
    const queue = createRedisDeviceQueue({
      timer,
      log: recordingLog(),
      link: {
        async send([command]) {
          if (command === "EVALSHA") return [1, 1];
          throw new StoreError("it is gone");
        },
        async subscribe() {},
        async close() {},
      },
    });
    const work = queue.run("A", unaborted, async ({ signal }) => {
      shiftMs = stepMs;
      for (const ms of [3000, 3000, 1999]) {
        clock.advance(ms);
        await settled();
      }
      expect(signal.aborted).toBe(false);
      clock.advance(1);
      throw signal.reason;
    });
    expect(await asyncRefusalOf(work)).toMatchObject({ code: "store_unreachable", data: { effect: "may_have_run" } });
    expect(clock.live()).toEqual([]);
  },
);
