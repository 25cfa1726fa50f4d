import { z } from "zod";
import type { Log } from "../core/log.js";
import type { Timer } from "../core/timer.js";
import { parseStoredTask } from "../server/tasks/parseStoredTask.js";
import { isFinished, type StoredTask } from "../server/tasks/storedTask.js";
import { type Creation, type TaskLimits, type TaskStore, TaskStoreError } from "../server/tasks/taskStore.js";
import type { RedisLink } from "./redisLink.js";
import { createRedisWorkers, WORKER_TTL_MS, WROTE } from "./redisWorkers.js";
import { StoreError } from "./storeError.js";
import { storeKey } from "./storeKeys.js";

/** What a shared task store is made of. */
export interface RedisTaskStoreParts {
  readonly link: RedisLink;
  readonly timer: Timer;
  readonly limits: TaskLimits;
  readonly log: Log;
}

/** After so long a creation that was withdrawn cannot be on its way any more. */
const WITHDRAWN_MS = 900_000;

/** So much of the open tasks is looked at at once: far more than as many as there may be take, unless calls are huge. */
const LOOK_BYTES = 8_388_608;

const OPEN = storeKey("tasks", "open");
const FINISHED = storeKey("tasks", "finished");
const SEQUENCE = storeKey("tasks", "sequence");
const ENDS_CHANNEL = storeKey("tasks", "ends");

const taskKey = (taskId: string): string => storeKey("task", taskId);
const ownerKey = (owner: string): string => storeKey("tasks", "open", owner);

/**
 * KEYS: task, open, open of the owner, sequence, this process. ARGV: id, version, JSON, limits of the owner and of all, and how
 * long this process is believed to live. With the task goes a word that its worker lives, for a store that has just come
 * back without it.
 */
const CREATE = `
if redis.call('EXISTS', KEYS[1]) == 1 then return 'withdrawn' end
if redis.call('ZCARD', KEYS[3]) >= tonumber(ARGV[4]) then return 'owner_full' end
if redis.call('ZCARD', KEYS[2]) >= tonumber(ARGV[5]) then return 'full' end
local at = redis.call('INCR', KEYS[4])
redis.call('SET', KEYS[5], '${WROTE}', 'PX', ARGV[6], 'NX')
redis.call('HSET', KEYS[1], 'version', ARGV[2], 'task', ARGV[3])
redis.call('ZADD', KEYS[2], at, ARGV[1])
redis.call('ZADD', KEYS[3], at, ARGV[1])
return 'created'`;

/**
 * KEYS: task, open, open of the owner. ARGV: id, milliseconds. What stays keeps a creation away that is still on its way,
 * however often the task is withdrawn.
 */
const WITHDRAW = `
redis.call('ZREM', KEYS[2], ARGV[1])
redis.call('ZREM', KEYS[3], ARGV[1])
redis.call('DEL', KEYS[1])
redis.call('HSET', KEYS[1], 'version', 'withdrawn')
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return 1`;

/**
 * KEYS: task, open, open of the owner, sequence, this process, finished. ARGV: id, version before, version, JSON, milliseconds
 * until a finished task is forgotten, 'never', or nothing for an open one, finished tasks kept, beginning of every task's
 * key, how long this process is believed to live.
 */
const REPLACE = `
if redis.call('HGET', KEYS[1], 'version') ~= ARGV[2] then return 0 end
if not redis.call('ZSCORE', KEYS[2], ARGV[1]) then return 0 end
local at = redis.call('INCR', KEYS[4])
redis.call('SET', KEYS[5], '${WROTE}', 'PX', ARGV[8], 'NX')
redis.call('HSET', KEYS[1], 'version', ARGV[3], 'task', ARGV[4])
if ARGV[5] == '' then
  redis.call('ZADD', KEYS[2], at, ARGV[1])
  redis.call('ZADD', KEYS[3], at, ARGV[1])
  return 1
end
redis.call('ZREM', KEYS[2], ARGV[1])
redis.call('ZREM', KEYS[3], ARGV[1])
redis.call('ZADD', KEYS[6], at, ARGV[1])
if ARGV[5] ~= 'never' then redis.call('PEXPIRE', KEYS[1], ARGV[5]) end
while redis.call('ZCARD', KEYS[6]) > tonumber(ARGV[6]) do
  redis.call('DEL', ARGV[7] .. redis.call('ZPOPMIN', KEYS[6])[1])
end
return 1`;

/**
 * KEYS: open tasks, of one owner or of all, and open. ARGV: beginning of every task's key, bytes. Gives the ids and JSON of
 * those left alone longest, and how many ids it took off that had no task any more. In the list of an owner whom nobody
 * names here such an id stays until that list is looked at.
 */
const LOOK_AT_OPEN = `
local gone, found, size = 0, {}, 0
for _, id in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do
  local task = redis.call('HGET', ARGV[1] .. id, 'task')
  if not task then
    redis.call('ZREM', KEYS[1], id)
    redis.call('ZREM', KEYS[2], id)
    gone = gone + 1
  else
    size = size + #task
    if size > tonumber(ARGV[2]) and #found > 0 then break end
    found[#found + 1] = {id, task}
  end
end
return {gone, found}`;

/** KEYS: task, and two lists of open ones. ARGV: id, JSON. Drops the task if it still is that; gives how many were. */
const DROP = `
if redis.call('HGET', KEYS[1], 'task') ~= ARGV[2] then return 0 end
redis.call('ZREM', KEYS[2], ARGV[1])
redis.call('ZREM', KEYS[3], ARGV[1])
return redis.call('DEL', KEYS[1])`;

const openSchema = z.tuple([z.number(), z.array(z.tuple([z.string(), z.string()]))]);

/**
 * Keeps tasks where several processes find them. Creating, reading and replacing take one round trip each. From
 * now on the others are told that this process lives. Tasks outlive every process, and the store too if that keeps its data.
 */
export function createRedisTaskStore({ limits, ...parts }: RedisTaskStoreParts): TaskStore {
  const { link, timer, log } = parts;
  const workers = createRedisWorkers(parts);
  const listeners = new Set<(taskId: string) => void>();
  const hearing = link.subscribe(ENDS_CHANNEL, (taskId) => {
    for (const listener of listeners) listener(taskId);
  });

  const inStore = async <T>(step: () => Promise<T>): Promise<T> => {
    try {
      await hearing;
      return await step();
    } catch (cause) {
      if (!(cause instanceof StoreError)) throw cause;
      throw new TaskStoreError(cause.message, { cause });
    }
  };
  const run = (args: readonly string[]): Promise<unknown> => inStore(() => link.send(args));

  return {
    worker: workers.self,
    async create(task) {
      const { taskId, version, owner } = task;
      const keys = [taskKey(taskId), OPEN, ownerKey(owner), SEQUENCE, workers.selfKey];
      const { openPerOwner, openInAll } = limits;
      const args = [taskId, version, JSON.stringify(task), openPerOwner, openInAll, WORKER_TTL_MS];
      return parseCreation(await run(evalArgs(CREATE, keys, args)));
    },
    async withdraw({ taskId, owner }) {
      await run(evalArgs(WITHDRAW, [taskKey(taskId), OPEN, ownerKey(owner)], [taskId, WITHDRAWN_MS]));
    },
    async read(taskId) {
      const task = parseReply(await run(["HGET", taskKey(taskId), "task"]));
      return task === undefined || hasExpired(task, timer.now()) ? undefined : task;
    },
    async replace(next) {
      const { taskId, version, owner } = next;
      const keys = [taskKey(taskId), OPEN, ownerKey(owner), SEQUENCE, workers.selfKey, FINISHED];
      const ttl = isFinished(next) ? lifeOf(next, timer.now()) : "";
      const state = [version - 1, version, JSON.stringify(next), ttl];
      const args = [taskId, ...state, limits.finishedInAll, taskKey(""), WORKER_TTL_MS];
      return (await run(evalArgs(REPLACE, keys, args))) === 1;
    },
    async openTasks(owner) {
      const list = owner === undefined ? OPEN : ownerKey(owner);
      const reply = await run(evalArgs(LOOK_AT_OPEN, [list, OPEN], [taskKey(""), LOOK_BYTES]));
      const [gone, found] = openSchema.parse(reply);
      const tasks: StoredTask[] = [];
      let dropped = gone;
      for (const [taskId, text] of found) {
        const task = parseStoredTask(text);
        if (task !== undefined) tasks.push(task);
        else dropped += Number(await run(evalArgs(DROP, [taskKey(taskId), list, OPEN], [taskId, text])));
      }
      if (dropped > 0) log.warn("store: tasks that are gone or cannot be read gave way", { count: dropped });
      return { tasks, hasDropped: dropped > 0 };
    },
    isWorkerAlive: async (name) => name === workers.self || (await inStore(() => workers.isAlive(name))),
    async announceEnd(taskId) {
      await run(["PUBLISH", ENDS_CHANNEL, taskId]);
    },
    onEnd(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: workers.close,
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
