import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { closedPort } from "../test/support/closedPort.js";
import { type RedisServer, startRedisServer } from "../test/support/redisServer.js";
import { startAutomobile } from "../test/support/runAutomobile.js";
import { atLeast, atMost } from "./aim.js";
import { type BenchPhones, startBenchPhones } from "./benchPhones.js";
import { type Comparison, toComparison } from "./comparison.js";
import type { Effort } from "./effort.js";
import { createHttpCaller, type HttpCaller } from "./httpCaller.js";
import { processorMs } from "./processMemory.js";

const CALLERS = 64;
const PHONES = 16;
const PHONE_LATENCY_MS = 50;
/** Two replicas, their store, and this process with the callers and the phones: each can use a core of its own. */
const CORES_FOR_ALL = 4;
const RATE_AIM = atLeast(availableParallelism() >= CORES_FOR_ALL ? 1.7 : 0.8);
const PROMISED_ROUND_TRIPS = 2;
const TOKEN = "T".repeat(43);
const KEY = Buffer.alloc(32, 7).toString("base64");

/** Two daemons that share a Redis, beside one of them alone on the same Redis, phones and callers. */
export async function measureReplicas({ bursts, burstMs }: Effort): Promise<readonly Comparison[]> {
  const phones = await startBenchPhones({
    phones: PHONES,
    latencyMs: PHONE_LATENCY_MS,
    through: "the lab's own adb server",
  });
  const redis = await startRedisServer();
  const folder = await mkdtemp(join(tmpdir(), "automobile-bench-replicas-"));
  const replicas: Replica[] = [];
  try {
    await writeFile(join(folder, "token"), TOKEN, { mode: 0o600 });
    const first = await startReplica({ folder, name: "first", redis, phones });
    replicas.push(first);
    const second = await startReplica({ folder, name: "second", redis, phones });
    replicas.push(second);
    const burst = (used: readonly Replica[]): Promise<Burst> =>
      callFor(burstMs, { used, first, redis, ids: phones.ids });
    await burst([first]);
    await burst([first, second]);
    const alone: Burst[] = [];
    const both: Burst[] = [];
    for (let round = 0; round < bursts; round += 1) {
      alone.push(await burst([first]));
      both.push(await burst([first, second]));
    }
    return toRows({ alone, both });
  } finally {
    for (const replica of replicas) await replica.close();
    await redis.close();
    await phones.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** What one burst of calls came to. */
interface Burst {
  readonly callsPerSecond: number;
  /** Of the first replica, for each call that it took. */
  readonly processorMsPerCall: number;
  readonly roundTripsPerCall: number;
}

interface Replica {
  readonly pid: number;
  readonly caller: HttpCaller;
  close(): Promise<void>;
}

interface ReplicaParts {
  readonly folder: string;
  readonly name: string;
  readonly redis: RedisServer;
  readonly phones: BenchPhones;
}

async function startReplica({ folder, name, redis, phones }: ReplicaParts): Promise<Replica> {
  const port = await closedPort();
  const args = ["daemon", "run", "--port", `${port}`, "--token-file", join(folder, "token")];
  const { child, end } = startAutomobile(args, {
    ...phones.env,
    AUTOMOBILE_STATE_DIR: join(folder, name),
    AUTOMOBILE_STORE: redis.url.href,
    AUTOMOBILE_REQUEST_STATE_KEY: KEY,
  });
  await new Promise<void>((resolve, reject) => {
    child.stderr?.on("data", (text: Buffer) => {
      if (text.includes("a daemon listens")) resolve();
    });
    end.then(({ stderr }) => reject(new Error(stderr)), reject);
  });
  if (child.pid === undefined) throw new Error("the replica is no process");
  const caller = createHttpCaller({ port, token: TOKEN });
  return {
    pid: child.pid,
    caller,
    async close() {
      caller.close();
      child.kill("SIGTERM");
      await end;
    },
  };
}

interface BurstParts {
  readonly used: readonly Replica[];
  readonly first: Replica;
  readonly redis: RedisServer;
  readonly ids: readonly string[];
}

/** Each phone has as many callers at every replica that is used: nothing keeps a phone with one of them. */
async function callFor(burstMs: number, { used, first, redis, ids }: BurstParts): Promise<Burst> {
  const taken = new Map<Replica, number>();
  const [processorBefore, sentBefore] = await Promise.all([processorMs(first.pid), roundTrips(redis)]);
  const startedAt = performance.now();
  const callOn = async (index: number): Promise<void> => {
    const replica = used[Math.floor(index / ids.length) % used.length] ?? first;
    while (performance.now() - startedAt < burstMs) {
      await replica.caller.call("tapAt", { deviceId: ids[index % ids.length], x: 10, y: 10 });
      taken.set(replica, (taken.get(replica) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, (_, index) => callOn(index)));
  const tookMs = performance.now() - startedAt;
  const [processorAfter, sentAfter] = await Promise.all([processorMs(first.pid), roundTrips(redis)]);
  const calls = [...taken.values()].reduce((total, count) => total + count, 0);
  return {
    callsPerSecond: (calls * 1000) / tookMs,
    processorMsPerCall: (processorAfter - processorBefore) / (taken.get(first) ?? 0),
    roundTripsPerCall: (sentAfter - sentBefore) / calls,
  };
}

/** Commands that replicas sent so far. */
async function roundTrips(redis: RedisServer): Promise<number> {
  const text = String(await redis.run("INFO", "commandstats"));
  return Number(/^cmdstat_eval:calls=(\d+)/m.exec(text)?.[1] ?? 0);
}

function toRows({ alone, both }: { readonly alone: readonly Burst[]; readonly both: readonly Burst[] }): Comparison[] {
  const of = (bursts: readonly Burst[], figure: keyof Burst): number[] => bursts.map((burst) => burst[figure]);
  const load = `${CALLERS} callers on ${PHONES} phones with ${PHONE_LATENCY_MS} ms`;
  const promised = alone.map(() => PROMISED_ROUND_TRIPS);
  const besidePromise = { baseline: "what a call may cost", aim: atMost(1), unit: "round trips" };
  return [
    toComparison(
      { name: `two replicas, ${load}`, baseline: "one of them alone", aim: RATE_AIM, unit: "calls/s" },
      { measured: of(both, "callsPerSecond"), reference: of(alone, "callsPerSecond") },
    ),
    toComparison(
      { name: "processor for a call of one of two replicas", baseline: "alone", aim: atMost(1.2), unit: "ms" },
      { measured: of(both, "processorMsPerCall"), reference: of(alone, "processorMsPerCall") },
    ),
    toComparison(
      { name: "a call's round trips to the store, one replica", ...besidePromise },
      { measured: of(alone, "roundTripsPerCall"), reference: promised },
    ),
    toComparison(
      { name: "the same, two replicas that want the same phones", ...besidePromise },
      { measured: of(both, "roundTripsPerCall"), reference: promised },
    ),
  ];
}
