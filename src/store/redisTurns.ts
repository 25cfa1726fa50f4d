import { createHash, randomUUID } from "node:crypto";
import { elapsedSince } from "../core/elapsed.js";
import type { Log } from "../core/log.js";
import { pause } from "../core/pause.js";
import type { Timer } from "../core/timer.js";
import type { RedisLink } from "./redisLink.js";
import { isScriptMissing, StoreError } from "./storeError.js";
import { storeKey } from "./storeKeys.js";

/** A turn that nobody renews ends after so long: that is how long a dead process keeps a device from the others. */
export const TURN_MS = 10_000;

/** One process's hold on one device. */
export interface RedisTurn {
  /** The device, as the store names it. */
  readonly name: string;
  /** The holder and its fencing token, as they stand in the store. */
  readonly mark: string;
  /** When it was last asked for: the store gave it then or later, so that it lasts until `TURN_MS` after that at least. */
  readonly askedAt: number;
  /** Another process had the device first. */
  readonly hasWaited: boolean;
}

/** One process's turns on devices, among those of all processes that share a store. */
export interface RedisTurns {
  /**
   * Waits for the turn on a device. One at a time for each device in this process. Costs one round trip, and one more for
   * every second of waiting. A store that was started anew is given time first.
   *
   * @throws StoreError; the abort reason when the signal is aborted first.
   */
  take(name: string, signal: AbortSignal): Promise<RedisTurn>;
  /**
   * Makes a turn last `TURN_MS` from now, also one that the store has forgotten; to be asked in good time before it lapses.
   * `false` when it has passed to another process.
   *
   * @throws StoreError
   */
  renew(turn: Pick<RedisTurn, "name" | "mark">): Promise<boolean>;
  /** Ends that turn and no later one, and hands the device to the process that waits longest. Never rejects. */
  giveBack(turn: Pick<RedisTurn, "name" | "mark">): Promise<void>;
}

/** What turns are made of. */
export interface RedisTurnsParts {
  readonly link: RedisLink;
  readonly timer: Timer;
  readonly log: Log;
}

/** Who waits hears when it is handed the device. Should that get lost, or the holder die, it asks again after so long. */
const ASK_AGAIN_MS = 1000;

/** A grant that is heard so long after its asking may be about to lapse: then it is asked for anew. */
const LATE_MS = 3000;

/**
 * A store that was started anew may have forgotten who works on what, even where it keeps its data on a disk. For so long nobody
 * takes a device that seems to be free: until then, whoever has one has renewed its turn, or given it up.
 */
const SETTLE_MS = TURN_MS;

/** A line in which nobody asked for so long is nobody's. */
const LINE_MS = 60_000;

/**
 * KEYS: settling, settled, and, when a device is asked for, turn, counter, line. ARGV: 'anew' or nothing, milliseconds to settle,
 * holder, milliseconds of a turn, milliseconds of a line. Gives 1 and the fencing token, or, while the device is not to be had, 0
 * and the holder's place in the line. Both numbers come from one counter: a token that is higher than a place was given after
 * that place. What the holder has already is a turn whose grant it never heard of, or that it could not give back: it asks for
 * each device one at a time, so nobody works under that. Only a store that settles may also have brought back one that was given
 * back since. The first thing that is written is one that a full store refuses, since it lets a script end that has begun to write.
 */
const TAKE = `
if ARGV[1] == 'anew' or redis.call('EXISTS', KEYS[2]) == 0 then
  redis.call('SET', KEYS[1], '1', 'PX', ARGV[2])
  redis.call('SET', KEYS[2], '1')
end
if #KEYS == 2 then return {0, 0} end
local turn = redis.call('GET', KEYS[3])
local isOthers = turn and string.sub(turn, 1, #ARGV[3]) ~= ARGV[3]
if isOthers or redis.call('EXISTS', KEYS[1]) == 1 then
  local place = redis.call('ZSCORE', KEYS[5], ARGV[3])
  if not place then
    place = redis.call('INCR', KEYS[4])
    redis.call('ZADD', KEYS[5], place, ARGV[3])
  end
  redis.call('PEXPIRE', KEYS[5], ARGV[5])
  return {0, tonumber(place)}
end
local fence = redis.call('INCR', KEYS[4])
redis.call('ZREM', KEYS[5], ARGV[3])
redis.call('SET', KEYS[3], ARGV[3] .. ' ' .. fence, 'PX', ARGV[4])
return {1, fence}`;

/** KEYS: turn. ARGV: holder and token, milliseconds. 1 when the turn is still that holder's, or forgotten and now its again. */
const RENEW = `
local turn = redis.call('GET', KEYS[1])
if turn and turn ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1`;

/**
 * KEYS: turn, counter, line. ARGV: holder and token, name of the device, milliseconds of a turn, beginning of every holder's
 * channel. A full store lets it delete, and then end. Who does not listen any more is passed over.
 */
const GIVE_BACK = `
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
redis.call('DEL', KEYS[1])
while true do
  local first = redis.call('ZPOPMIN', KEYS[3])[1]
  if not first then return 1 end
  local fence = redis.call('INCR', KEYS[2])
  if redis.call('PUBLISH', ARGV[4] .. first, ARGV[2] .. ' ' .. fence) > 0 then
    redis.call('SET', KEYS[1], first .. ' ' .. fence, 'PX', ARGV[3])
    return 1
  end
end`;

/** Makes the turns of one process, and begins to listen for those that are handed to it. */
export function createRedisTurns({ link, timer, log }: RedisTurnsParts): RedisTurns {
  const holder = randomUUID();
  const takeHash = createHash("sha1").update(TAKE).digest("hex");
  const waits = new Map<string, Wait>();

  /**
   * A store forgets its scripts whenever it is started anew or a fresh standby takes its place: that is how this is noticed. One
   * that takes no writes must not learn the script, or it would not be noticed once it does.
   */
  async function runTake(...namesOfDevice: readonly string[]): Promise<unknown> {
    const keys = [
      SETTLING,
      SETTLED,
      ...namesOfDevice.flatMap((name) => [turnKey(name), counterKey(name), lineKey(name)]),
    ];
    const rest = [`${keys.length}`, ...keys];
    const args = [`${SETTLE_MS}`, holder, `${TURN_MS}`, `${LINE_MS}`];
    try {
      return await link.send(["EVALSHA", takeHash, ...rest, "", ...args]);
    } catch (error) {
      if (!isScriptMissing(error)) throw error;
      await link.send(["SET", SETTLING, "1", "PX", `${SETTLE_MS}`]);
      log.info(
        "store: it is new, or was started anew: no device is taken for ten seconds, as it may have forgotten turns",
      );
      return await link.send(["EVAL", TAKE, ...rest, "anew", ...args]);
    }
  }

  async function ask(name: string): Promise<Grant> {
    const reply = await runTake(name);
    const [isGranted, number] = Array.isArray(reply) ? reply.map(Number) : [];
    if (isGranted === undefined || number === undefined) throw new StoreError("it gave an answer that is none");
    return isGranted === 1 ? { is: "granted", token: number } : { is: "in_line", place: number };
  }

  async function heardOrTired(wait: Wait, signal: AbortSignal): Promise<void> {
    const woken = new AbortController();
    wait.wake = () => woken.abort();
    signal.addEventListener("abort", wait.wake, { once: true });
    await pause({ timer, ms: ASK_AGAIN_MS, label: "store: a turn is awaited", signal: woken.signal });
    signal.removeEventListener("abort", wait.wake);
  }

  async function giveBack({ name, mark }: Pick<RedisTurn, "name" | "mark">): Promise<void> {
    try {
      const keys = ["3", turnKey(name), counterKey(name), lineKey(name)];
      await link.send(["EVAL", GIVE_BACK, ...keys, mark, name, `${TURN_MS}`, channelOf("")]);
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      log.warn("store: a turn ends by its time, because it could not be given back", { cause: error.message });
    }
  }

  void link.subscribe(channelOf(holder), (message) => {
    const [, name, fence] = /^(\S+) (\d{1,15})$/.exec(message) ?? [];
    if (name === undefined || fence === undefined) return;
    const wait = waits.get(name);
    if (wait === undefined) {
      // Whoever asked has given up meanwhile. If it has asked again and was answered, this mark is an old one, without effect.
      void giveBack({ name, mark: `${holder} ${fence}` });
      return;
    }
    wait.handed = Number(fence);
    wait.wake();
  });

  // A new store settles now, and not with the first call. If it cannot be reached, the first call will say so.
  runTake().catch((error: unknown) => {
    if (!(error instanceof StoreError)) throw error;
  });

  return {
    async take(name, signal) {
      const wait: Wait = { handed: 0, wake: () => undefined };
      waits.set(name, wait);
      try {
        for (let hasWaited = false; ; hasWaited = true) {
          const askedAt = timer.now();
          // What was handed over earlier is found by asking.
          wait.handed = 0;
          const grant = await ask(name);
          const tokenNow = (): number | undefined => {
            if (grant.is === "granted") return grant.token;
            return wait.handed > grant.place ? wait.handed : undefined;
          };
          if (tokenNow() === undefined) {
            signal.throwIfAborted();
            await heardOrTired(wait, signal);
          }
          const token = tokenNow();
          // What was granted is taken even by a call that is given up: only who has a turn gives it back.
          if (token === undefined) signal.throwIfAborted();
          else if (elapsedSince(askedAt, timer) < LATE_MS) {
            return { name, mark: `${holder} ${token}`, askedAt, hasWaited: hasWaited || grant.is === "in_line" };
          }
        }
      } finally {
        waits.delete(name);
      }
    },
    async renew({ name, mark }) {
      return Number(await link.send(["EVAL", RENEW, "1", turnKey(name), mark, `${TURN_MS}`])) === 1;
    },
    giveBack,
  };
}

/** What the store says to who asks for a device. A token that is higher than a place was given after that place. */
type Grant = { readonly is: "granted"; readonly token: number } | { readonly is: "in_line"; readonly place: number };

/** One wait of this process for a device. */
interface Wait {
  /** The highest token that was handed to this process meanwhile, or 0. */
  handed: number;
  wake: () => void;
}

const SETTLING = storeKey("settling");
const SETTLED = storeKey("settled");
const turnKey = (name: string): string => storeKey("turn", name);
const counterKey = (name: string): string => storeKey("fence", name);
const lineKey = (name: string): string => storeKey("line", name);
const channelOf = (holder: string): string => storeKey("handed", holder);
