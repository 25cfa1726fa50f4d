import { randomUUID } from "node:crypto";
import type { Log } from "../core/log.js";
import { pause } from "../core/pause.js";
import type { Timer } from "../core/timer.js";
import { parseStoredTask } from "../server/tasks/parseStoredTask.js";
import { isFinished, type StoredTask } from "../server/tasks/storedTask.js";
import { type Creation, type TaskLimits, type TaskStore, TaskStoreError } from "../server/tasks/taskStore.js";
import type { RedisLink } from "./redisLink.js";
import { StoreError } from "./storeError.js";
import { storeKey } from "./storeKeys.js";

/** What a shared task store is made of. */
export interface RedisTaskStoreParts {
  readonly link: RedisLink;
  readonly timer: Timer;
  readonly limits: TaskLimits;
  readonly log: Log;
}

/** A process that has not said for so long that it lives is dead to the others. */
export const WORKER_TTL_MS = 15_000;
const BEAT_EVERY_MS = 5000;

const OPEN = storeKey("tasks", "open");
const FINISHED = storeKey("tasks", "finished");
const SEQUENCE = storeKey("tasks", "sequence");
const ENDS_CHANNEL = storeKey("tasks", "ends");

const taskKey = (taskId: string): string => storeKey("task", taskId);
const ownerKey = (owner: string): string => storeKey("tasks", "open", owner);
const workerKey = (worker: string): string => storeKey("worker", worker);

/** KEYS: task, open, open of the owner, sequence. ARGV: id, version, JSON, limits of the owner and of all. */
const CREATE = `
if redis.call('ZCARD', KEYS[3]) >= tonumber(ARGV[4]) then return 'owner_full' end
if redis.call('ZCARD', KEYS[2]) >= tonumber(ARGV[5]) then return 'full' end
local at = redis.call('INCR', KEYS[4])
redis.call('HSET', KEYS[1], 'version', ARGV[2], 'task', ARGV[3])
redis.call('ZADD', KEYS[2], at, ARGV[1])
redis.call('ZADD', KEYS[3], at, ARGV[1])
return 'created'`;

/**
 * KEYS: task, open, open of the owner, sequence, finished. ARGV: id, version before, version, JSON, milliseconds until a
 * finished task is forgotten, 'never', or nothing for an open one, finished tasks kept, beginning of every task's key.
 */
const REPLACE = `
if redis.call('HGET', KEYS[1], 'version') ~= ARGV[2] then return 0 end
if not redis.call('ZSCORE', KEYS[2], ARGV[1]) then return 0 end
local at = redis.call('INCR', KEYS[4])
redis.call('HSET', KEYS[1], 'version', ARGV[3], 'task', ARGV[4])
if ARGV[5] == '' then
  redis.call('ZADD', KEYS[2], at, ARGV[1])
  redis.call('ZADD', KEYS[3], at, ARGV[1])
  return 1
end
redis.call('ZREM', KEYS[2], ARGV[1])
redis.call('ZREM', KEYS[3], ARGV[1])
redis.call('ZADD', KEYS[5], at, ARGV[1])
if ARGV[5] ~= 'never' then redis.call('PEXPIRE', KEYS[1], ARGV[5]) end
while redis.call('ZCARD', KEYS[5]) > tonumber(ARGV[6]) do
  redis.call('DEL', ARGV[7] .. redis.call('ZPOPMIN', KEYS[5])[1])
end
return 1`;

/** KEYS: open tasks. ARGV: beginning of every task's key. Gives the JSON of the one that was left alone longest. */
const OLDEST = `
local first = redis.call('ZRANGE', KEYS[1], 0, 0)[1]
return first and redis.call('HGET', ARGV[1] .. first, 'task')`;

/**
 * Keeps tasks where several processes find them. Creating, reading and replacing take one round trip each. With its first
 * step, and every five seconds from then on, it says that this process lives; one that falls silent for fifteen is dead to the
 * others. Tasks outlive every process, and the store too if that keeps its data.
 */
export function createRedisTaskStore({ link, timer, limits, log }: RedisTaskStoreParts): TaskStore {
  const worker = randomUUID();
  const closing = new AbortController();
  const listeners = new Set<(taskId: string) => void>();
  const hearing = link.subscribe(ENDS_CHANNEL, (taskId) => {
    for (const listener of listeners) listener(taskId);
  });
  let beating: Promise<void> | undefined;

  const beat = async (): Promise<void> => {
    await link.send(["SET", workerKey(worker), "1", "PX", String(WORKER_TTL_MS)]);
  };
  const goOnBeating = async (): Promise<void> => {
    for (;;) {
      await pause({ timer, ms: BEAT_EVERY_MS, label: "store: this process lives", signal: closing.signal });
      if (closing.signal.aborted) return;
      try {
        await beat();
      } catch (error) {
        if (!(error instanceof StoreError)) throw error;
        log.warn("store: it cannot be told that this process lives", { cause: error.message });
      }
    }
  };
  const begin = async (): Promise<void> => {
    await Promise.all([beat(), hearing]);
    void goOnBeating();
  };
  const run = async (args: readonly string[]): Promise<unknown> => {
    try {
      beating ??= begin().catch((error: unknown) => {
        beating = undefined;
        throw error;
      });
      await beating;
      return await link.send(args);
    } catch (cause) {
      if (!(cause instanceof StoreError)) throw cause;
      throw new TaskStoreError(cause.message, { cause });
    }
  };

  return {
    worker,
    async create(task) {
      const { taskId, version, owner } = task;
      const keys = [taskKey(taskId), OPEN, ownerKey(owner), SEQUENCE];
      const { openPerOwner, openInAll } = limits;
      return parseCreation(
        await run(evalArgs(CREATE, keys, [taskId, version, JSON.stringify(task), openPerOwner, openInAll])),
      );
    },
    async read(taskId) {
      const task = parseReply(await run(["HGET", taskKey(taskId), "task"]));
      return task === undefined || hasExpired(task, timer.now()) ? undefined : task;
    },
    async replace(next) {
      const { taskId, version, owner } = next;
      const keys = [taskKey(taskId), OPEN, ownerKey(owner), SEQUENCE, FINISHED];
      const ttl = isFinished(next) ? lifeOf(next, timer.now()) : "";
      const args = [taskId, version - 1, version, JSON.stringify(next), ttl, limits.finishedInAll, taskKey("")];
      return (await run(evalArgs(REPLACE, keys, args))) === 1;
    },
    async oldestOpen(owner) {
      return parseReply(await run(evalArgs(OLDEST, [owner === undefined ? OPEN : ownerKey(owner)], [taskKey("")])));
    },
    isWorkerAlive: async (name) => name === worker || (await run(["EXISTS", workerKey(name)])) === 1,
    async announceEnd(taskId) {
      await run(["PUBLISH", ENDS_CHANNEL, taskId]);
    },
    onEnd(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      closing.abort();
      try {
        if (beating !== undefined) await link.send(["DEL", workerKey(worker)]);
      } catch (error) {
        // Its time runs out by itself.
        if (!(error instanceof StoreError)) throw error;
      }
    },
  };
}

function evalArgs(
  script: string,
  keys: readonly string[],
  args: readonly (string | number)[],
): readonly [string, ...string[]] {
  return ["EVAL", script, String(keys.length), ...keys, ...args.map(String)];
}

function parseCreation(reply: unknown): Creation {
  if (reply === "created" || reply === "owner_full" || reply === "full") return reply;
  throw new TaskStoreError("it gave an answer that is none");
}

function parseReply(reply: unknown): StoredTask | undefined {
  return typeof reply === "string" ? parseStoredTask(reply) : undefined;
}

function hasExpired({ expiresAt }: StoredTask, now: number): boolean {
  return expiresAt !== null && expiresAt <= now;
}

/** Milliseconds, of which the store takes none below one. */
function lifeOf({ expiresAt }: StoredTask, now: number): number | "never" {
  return expiresAt === null ? "never" : Math.max(1, expiresAt - now);
}
