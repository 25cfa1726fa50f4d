import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { Log } from "../core/log.js";
import type { Timer } from "../core/timer.js";
import { createRedisLink, type RedisLink } from "./redisLink.js";
import { StoreError, type StoreFault, toFault } from "./storeError.js";
import { storeKey } from "./storeKeys.js";

/** What is found at the address of a store. `server` is what it says that it is, such as `Redis 7.0.15`, if it says so. */
export type StoreReading =
  | {
      readonly is: "failing";
      readonly server: string | undefined;
      /** The first thing that it did not do of what daemons need. */
      readonly step: StoreStep;
      readonly fault: StoreFault;
      /** In few words, for a person; no password is in it. */
      readonly cause: string;
    }
  | { readonly is: "serving"; readonly server: string | undefined; readonly memory: StoreMemory };

/** What daemons need of a store. */
export type StoreStep = "write" | "run scripts" | "publish";

/** What the store does when it is full, if its user may read that. */
export type StoreMemory =
  | { readonly is: "not_told" }
  | {
      readonly is: "told";
      /** Such as `noeviction`, the only one that forgets nothing. */
      readonly policy: string;
      /** 0 is no limit. */
      readonly limitBytes: number;
    };

/** Which store, and on which clock. */
export interface StoreToRead {
  /** `redis://` or `rediss://`. */
  readonly url: URL;
  readonly timer: Timer;
}

const SILENT: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** What is written is gone after so long, should it not be taken away. */
const LASTS_MS = 1000;

/**
 * Tries what daemons do in a store: writes under their prefix, runs a script on two keys, publishes. Leaves nothing there, and answers
 * within seconds. Never throws for a store that is down.
 */
export async function readStore({ url, timer }: StoreToRead): Promise<StoreReading> {
  const link = createRedisLink({ url, timer, log: SILENT });
  const self = randomUUID();
  const [key, other] = [storeKey("doctor", self), storeKey("doctor", self, "other")];
  const script = "return redis.call('DEL', KEYS[1], KEYS[2])";
  const steps: readonly (readonly [StoreStep, readonly string[]])[] = [
    ["write", ["SET", key, "1", "PX", String(LASTS_MS)]],
    ["run scripts", ["EVAL", script, "2", key, other]],
    ["publish", ["PUBLISH", storeKey("doctor"), "1"]],
  ];
  try {
    const greeting = tell(link, ["HELLO", "2"]);
    for (const [step, command] of steps) {
      const error = await attempt(link, command);
      if (error === undefined) continue;
      const server = parseGreeting(await greeting);
      return { is: "failing", server, step, fault: toFault(error), cause: error.message };
    }
    const memory = parseMemory(await tell(link, ["INFO", "memory"]));
    return { is: "serving", server: parseGreeting(await greeting), memory };
  } finally {
    await link.close();
  }
}

async function attempt(link: RedisLink, command: readonly string[]): Promise<StoreError | undefined> {
  try {
    await link.send(command);
    return undefined;
  } catch (error) {
    if (error instanceof StoreError) return error;
    throw error;
  }
}

/** What a command tells that a store may do without; nothing where it is not allowed or not known. */
async function tell(link: RedisLink, command: readonly string[]): Promise<unknown> {
  try {
    return await link.send(command);
  } catch (error) {
    if (error instanceof StoreError) return undefined;
    throw error;
  }
}

const NAMES: Readonly<Partial<Record<string, string>>> = { redis: "Redis", valkey: "Valkey" };

/** `HELLO` answers with names and values in turn (https://redis.io/docs/latest/commands/hello/). */
function parseGreeting(reply: unknown): string | undefined {
  const words = z.array(z.unknown()).safeParse(reply).data ?? [];
  const valueOf = (name: string): string => {
    const value = words[words.indexOf(name) + 1];
    return words.includes(name) && typeof value === "string" ? value : "";
  };
  const server = valueOf("server");
  return server === "" ? undefined : `${NAMES[server] ?? server} ${valueOf("version")}`.trim();
}

function parseMemory(reply: unknown): StoreMemory {
  const text = typeof reply === "string" ? reply : "";
  const policy = /^maxmemory_policy:([\w-]+)\s*$/m.exec(text)?.[1];
  const limit = /^maxmemory:(\d+)\s*$/m.exec(text)?.[1];
  if (policy === undefined || limit === undefined) return { is: "not_told" };
  return { is: "told", policy, limitBytes: Number(limit) };
}
