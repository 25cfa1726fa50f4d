import { randomUUID } from "node:crypto";
import type { Log } from "../core/log.js";
import { pause } from "../core/pause.js";
import { type Effect, Refusal } from "../core/refusal.js";
import { storeUnreachable } from "../core/storeUnreachable.js";
import type { Timer } from "../core/timer.js";
import { createDeviceQueue, type DeviceQueue } from "../devices/deviceQueue.js";
import type { RedisLink } from "./redisLink.js";
import { StoreError } from "./storeError.js";
import { hashedName, storeKey } from "./storeKeys.js";

/** What a shared queue is made of. */
export interface RedisDeviceQueueParts {
  readonly link: RedisLink;
  readonly timer: Timer;
  readonly log: Log;
}

/** A turn that nobody renews ends after so long: that is how long a dead process keeps a device from the others. */
export const TURN_MS = 10_000;

/** A turn is renewed that often, and given up when it could not be for so long that it may soon be somebody else's. */
const RENEW_EVERY_MS = 3000;
const LAST_SAFE_MS = TURN_MS - 2000;

/** Who waits hears when a turn ends; should that get lost, he looks again after so long. */
const LOOK_AGAIN_MS = 300;

const FREED_CHANNEL = storeKey("freed");

/**
 * KEYS: turn, fence. ARGV: holder, milliseconds. Gives the fencing token, or 0 while another holder has the turn. Every turn of
 * a device has a higher token than all before it. What the holder has already is one whose grant it never heard of, or that
 * it could not give back: it works on each device one at a time, so nobody works under that.
 */
const TAKE = `
local holder = redis.call('GET', KEYS[1])
if holder and string.sub(holder, 1, #ARGV[1]) ~= ARGV[1] then return 0 end
local fence = redis.call('INCR', KEYS[2])
redis.call('SET', KEYS[1], ARGV[1] .. ' ' .. fence, 'PX', ARGV[2])
return fence`;

/** KEYS: turn. ARGV: holder and token, milliseconds. 1 when the turn is still that holder's. */
const RENEW = `
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return 1`;

/** KEYS: turn. ARGV: holder and token, channel, name of the device. Ends that turn and no later one. */
const GIVE_BACK = `
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
redis.call('DEL', KEYS[1])
redis.call('PUBLISH', ARGV[2], ARGV[3])
return 1`;

/**
 * A queue that several processes share: one piece of work at a time on each device among all of them. In this process the
 * order is that of asking; between processes whoever asks first when the device is free gets it. Costs two round trips: one
 * to take a turn, one to give it back, and one more for every three seconds of work.
 *
 * `run` throws Refusal `store_unreachable` when no turn can be had, and then nothing has run; the turn's signal is aborted
 * with such a refusal when the turn is lost while work runs. `busy` knows of this process only.
 */
export function createRedisDeviceQueue({ link, timer, log }: RedisDeviceQueueParts): DeviceQueue {
  const own = createDeviceQueue();
  const holder = randomUUID();
  const waiting = new Map<string, Set<() => void>>();
  void link.subscribe(FREED_CHANNEL, (name) => {
    for (const wake of waiting.get(name) ?? []) wake();
  });

  async function take(name: string, signal: AbortSignal): Promise<SharedTurn> {
    for (let hasWaited = false; ; hasWaited = true) {
      const takenAt = timer.now();
      const fence = await inStore("did_not_run", () =>
        link.send(["EVAL", TAKE, "2", storeKey("turn", name), storeKey("fence", name), holder, String(TURN_MS)]),
      );
      if (Number(fence) > 0) return { name, mark: `${holder} ${Number(fence)}`, takenAt, hasWaited };
      await untilFreed(name, signal);
      signal.throwIfAborted();
    }
  }

  async function untilFreed(name: string, signal: AbortSignal): Promise<void> {
    const woken = new AbortController();
    const wake = (): void => woken.abort();
    const others = waiting.get(name) ?? new Set();
    waiting.set(name, others.add(wake));
    signal.addEventListener("abort", wake, { once: true });
    await pause({ timer, ms: LOOK_AGAIN_MS, label: "store: a turn is awaited", signal: woken.signal });
    signal.removeEventListener("abort", wake);
    others.delete(wake);
    if (others.size === 0) waiting.delete(name);
  }

  /** Renews a turn until `over`; aborts `lost` in good time before somebody else can have it. */
  async function keep({ name, mark, takenAt }: SharedTurn, over: AbortSignal, lost: AbortController): Promise<void> {
    let safeUntil = takenAt + LAST_SAFE_MS;
    for (;;) {
      const nextMs = Math.min(RENEW_EVERY_MS, Math.max(0, safeUntil - timer.now()));
      await pause({ timer, ms: nextMs, label: "store: renew a turn", signal: over });
      if (over.aborted) return;
      const askedAt = timer.now();
      try {
        const isKept = await link.send(["EVAL", RENEW, "1", storeKey("turn", name), mark, String(TURN_MS)]);
        if (Number(isKept) !== 1) {
          lost.abort(
            new Refusal(storeUnreachable("the turn on the device has passed to another process", "may_have_run")),
          );
          return;
        }
        safeUntil = askedAt + LAST_SAFE_MS;
      } catch (error) {
        if (!(error instanceof StoreError)) throw error;
        if (timer.now() < safeUntil) continue;
        lost.abort(new Refusal(storeUnreachable(error.message, "may_have_run")));
        return;
      }
    }
  }

  async function giveBack({ name, mark }: SharedTurn): Promise<void> {
    try {
      await link.send(["EVAL", GIVE_BACK, "1", storeKey("turn", name), mark, FREED_CHANNEL, name]);
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      log.warn("store: a turn ends by its time, because it could not be given back", { cause: error.message });
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
          await giveBack(turn);
        }
      }),
    busy: own.busy,
  };
}

/** One process's hold on one device. */
interface SharedTurn {
  /** The device, as the store names it. */
  readonly name: string;
  /** The holder and its fencing token, as they stand in the store. */
  readonly mark: string;
  readonly takenAt: number;
  readonly hasWaited: boolean;
}

async function inStore<T>(effect: Effect, step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    if (error instanceof StoreError) throw new Refusal(storeUnreachable(error.message, effect), { cause: error });
    throw error;
  }
}
