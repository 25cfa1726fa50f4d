import { pause } from "../core/pause.js";
import { Refusal } from "../core/refusal.js";
import { storeUnreachable } from "../core/storeUnreachable.js";
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
  async function keep(turn: RedisTurn, over: AbortSignal, lost: AbortController): Promise<void> {
    const lose = (cause: string): void => {
      lost.abort(new Refusal(storeUnreachable(cause, "may_have_run")));
    };
    let safeUntil = turn.askedAt + LAST_SAFE_MS;
    let cause = "this process was held up for too long";
    for (;;) {
      const nextMs = Math.min(RENEW_EVERY_MS, Math.max(0, safeUntil - timer.now()));
      await pause({ timer, ms: nextMs, label: "store: renew a turn", signal: over });
      if (over.aborted) return;
      const askedAt = timer.now();
      if (askedAt >= safeUntil) {
        lose(cause);
        return;
      }
      try {
        if (!(await turns.renew(turn))) {
          lose("the turn on the device has passed to another process");
          return;
        }
        safeUntil = askedAt + LAST_SAFE_MS;
      } catch (error) {
        if (!(error instanceof StoreError)) throw error;
        cause = error.message;
      }
    }
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
