import { createHash, randomUUID } from "node:crypto";
import { z } from "zod";
import type { Log } from "../core/log.js";
import { pause } from "../core/pause.js";
import type { Timer } from "../core/timer.js";
import type { RedisLink } from "./redisLink.js";
import { isScriptMissing, StoreError } from "./storeError.js";
import { storeKey } from "./storeKeys.js";

/** A process that has not said for so long that it lives is dead to the others, in milliseconds. */
export const WORKER_TTL_MS = 15_000;

/** What the key of a process holds that has written something, but not said that it lives since the store knows it. */
export const WROTE = "wrote";

/** What it holds of a process that has said that it lives. */
const LIVES = "lives";

/** A sign of life is given that often, and that often tried again after the store did not take one, in milliseconds. */
const SIGN_EVERY_MS = 3000;
const SIGN_AGAIN_MS = 1000;

/**
 * So many signs in a row must have been kept before a missing key says anything of its process: by the last of them every
 * process that lives has had the time for one.
 */
const STEADY_SIGNS = 3;

/**
 * KEYS: this process, and another if it is asked for. ARGV: milliseconds. Says that this process lives, or looks at the other:
 * gives 1 when this one was known to live already, and 1 when the other is there. One script for both, since it is a
 * script that the store does not know any more that tells of its restart.
 */
const SIGN_OR_LOOK = `
local known = redis.call('GET', KEYS[1]) == '${LIVES}' and 1 or 0
if #KEYS == 2 then return {known, redis.call('EXISTS', KEYS[2])} end
redis.call('SET', KEYS[1], '${LIVES}', 'PX', ARGV[1])
return {known, 1}`;

const replySchema = z.tuple([z.number(), z.number()]);

/** What the processes that share a store know of each other's lives. */
export interface RedisWorkers {
  /** What this process is called: like no other, earlier or later. */
  readonly self: string;
  /** Where this process stands in the store. */
  readonly selfKey: string;
  /**
   * Whether that process lives, as far as anybody can tell. Says yes as long as the store itself may have forgotten: after it
   * was away or restarted, and for the first seconds of this process.
   *
   * @throws StoreError
   */
  isAlive(worker: string): Promise<boolean>;
  /** Takes back that this process lives. Never rejects; a second time does nothing. */
  close(): Promise<void>;
}

/** What the lives of processes are told with. */
export interface RedisWorkersParts {
  readonly link: RedisLink;
  readonly timer: Timer;
  readonly log: Log;
}

/** Begins to tell the others that this process lives, and goes on by itself. A store that is down is told when it is back. */
export function createRedisWorkers({ link, timer, log }: RedisWorkersParts): RedisWorkers {
  const self = randomUUID();
  const closing = new AbortController();
  /** That were kept, in a row. */
  let signs = 0;

  // No other process teaches the store this one's script: it is unknown whenever the store was started anew, and only then.
  const script = `-- ${self}${SIGN_OR_LOOK}`;
  const hash = createHash("sha1").update(script).digest("hex");

  /** Whether the other process is there. A store that has forgotten this process, or its script, may have forgotten others. */
  const signOrLook = async (...others: readonly string[]): Promise<boolean> => {
    const keys = [self, ...others].map(workerKey);
    const rest = [`${keys.length}`, ...keys, `${WORKER_TTL_MS}`];
    const send = async (): Promise<unknown> => {
      try {
        return await link.send(["EVALSHA", hash, ...rest]);
      } catch (error) {
        if (!isScriptMissing(error)) throw error;
        signs = 0;
        return await link.send(["EVAL", script, ...rest]);
      }
    };
    const [isKnown, isThere] = replySchema.parse(await send());
    if (isKnown === 0) signs = 0;
    return isThere === 1;
  };
  const giveSign = async (): Promise<void> => {
    await signOrLook();
    signs += 1;
  };
  const live = async (): Promise<void> => {
    let wasHeard = true;
    while (!closing.signal.aborted) {
      try {
        await giveSign();
        wasHeard = true;
      } catch (error) {
        if (!(error instanceof StoreError)) throw error;
        if (wasHeard) log.warn("store: it cannot be told that this process lives", { cause: error.message });
        wasHeard = false;
        signs = 0;
      }
      const ms = wasHeard ? SIGN_EVERY_MS : SIGN_AGAIN_MS;
      await pause({ timer, ms, label: "store: this process lives", signal: closing.signal });
    }
  };
  const living = live();

  return {
    self,
    selfKey: workerKey(self),
    async isAlive(worker) {
      const isThere = await signOrLook(worker);
      return isThere || signs < STEADY_SIGNS;
    },
    async close() {
      if (closing.signal.aborted) return;
      closing.abort();
      // What it says last must not come after the word that it is gone.
      await living;
      try {
        if (signs > 0) await link.send(["DEL", workerKey(self)]);
      } catch (error) {
        // Its time runs out by itself.
        if (!(error instanceof StoreError)) throw error;
      }
    },
  };
}

function workerKey(worker: string): string {
  return storeKey("worker", worker);
}
