import { elapsedSince } from "../core/elapsed.js";
import { pause } from "../core/pause.js";
import { Refusal } from "../core/refusal.js";
import { storeUnreachable } from "../core/storeUnreachable.js";
import type { Cancel } from "../core/timer.js";
import { createDeviceQueue, type DeviceQueue } from "../devices/deviceQueue.js";
import { createRedisTurns, type RedisTurn, type RedisTurnsParts, TURN_MS } from "./redisTurns.js";
import { StoreError } from "./storeError.js";
import { hashedName } from "./storeKeys.js";

/** A turn is renewed that often, and given up when it could not be for so long that it may soon be somebody else's. */
const RENEW_EVERY_MS = 3000;
const LAST_SAFE_MS = TURN_MS - 2000;

/**
 * A queue that several processes share: one piece of work at a time on each device among all of them. In this process the
 * order is that of asking, and so it is between the processes that wait. Costs two round trips: one to ask for a turn, one to
 * give it back, and more only for what takes seconds: one for every second of waiting and for every three of work.
 *
 * `run` throws Refusal `store_unreachable` when no turn can be had, and then nothing has run; the turn's signal is aborted
 * with such a refusal when the turn is lost while work runs. `busy` knows of this process only.
 */
export function createRedisDeviceQueue(parts: RedisTurnsParts): DeviceQueue {
  const { timer } = parts;
  const own = createDeviceQueue();
  const turns = createRedisTurns(parts);

  async function take(name: string, signal: AbortSignal): Promise<RedisTurn> {
    try {
      return await turns.take(name, signal);
    } catch (cause) {
      if (!(cause instanceof StoreError)) throw cause;
      throw new Refusal(storeUnreachable(cause.message, "did_not_run"), { cause });
    }
  }

  /** Renews a turn until `over`; aborts `lost` in good time before somebody else can have it. */
  async function keep(
    { askedAt: takenAt, ...turn }: RedisTurn,
    over: AbortSignal,
    lost: AbortController,
  ): Promise<void> {
    const end = AbortSignal.any([over, lost.signal]);
    let cause = "this process was held up for too long";
    const lose = (why: string): void => {
      lost.abort(new Refusal(storeUnreachable(why, "may_have_run")));
    };
    // Both by a wait, which a clock that is set does not prolong, and by the clock, which goes on while a process is stopped.
    const safeFrom = (askedAt: number): Cancel => {
      const leftMs = Math.max(0, LAST_SAFE_MS - elapsedSince(askedAt, timer));
      return timer.after(leftMs, "store: a turn may be lost", () => lose(cause));
    };
    let renewedAt = takenAt;
    let stopWaiting = safeFrom(renewedAt);
    for (;;) {
      await pause({ timer, ms: RENEW_EVERY_MS, label: "store: renew a turn", signal: end });
      if (end.aborted) break;
      const askedAt = timer.now();
      if (askedAt - renewedAt >= LAST_SAFE_MS) {
        lose(cause);
        break;
      }
      try {
        if (!(await turns.renew(turn))) {
          lose("the turn on the device has passed to another process");
          break;
        }
        renewedAt = askedAt;
        stopWaiting();
        stopWaiting = safeFrom(renewedAt);
      } catch (error) {
        if (!(error instanceof StoreError)) throw error;
        cause = error.message;
      }
    }
    stopWaiting();
  }

  return {
    run: (deviceKey, signal, work) =>
      own.run(deviceKey, signal, async ({ hasWaited }) => {
        const turn = await take(hashedName(deviceKey), signal);
        const over = new AbortController();
        const lost = new AbortController();
        const kept = keep(turn, over.signal, lost);
        try {
          signal.throwIfAborted();
          const held = AbortSignal.any([signal, lost.signal]);
          return await work({ signal: held, hasWaited: hasWaited || turn.hasWaited });
        } finally {
          over.abort();
          await kept;
          await turns.giveBack(turn);
        }
      }),
    busy: own.busy,
  };
}
