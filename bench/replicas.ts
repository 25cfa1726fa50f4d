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
const PHONE_LATENCY_MS = 50;
/** Four callers want each of the few at the same time; of the many, each caller has its own. */
const FEW_PHONES = 16;
const MANY_PHONES = 64;
const FEW_ALLOW_CALLS_PER_SECOND = (FEW_PHONES * 1000) / PHONE_LATENCY_MS;

/** Two replicas, their store, and this process with the callers and the phones: each can use a core of its own. */
const CORES_FOR_ALL = 4;
/** With fewer, the second replica has only what the first leaves over, and what it costs is judged instead. */
const RATE_AIM = atLeast(availableParallelism() >= CORES_FOR_ALL ? 1.7 : 1);
/** 2 / 1.7: two replicas with a core each take 1.7 times the calls of one where each call costs so much more. */
const COST_AIM = atMost(1.18);
/** The few phones are what is scarce, so they should be at work for most of the time. */
const BUSY_AIM = atLeast(0.6);
const PROMISED_ROUND_TRIPS = 2;
/** One in a hundred is for what belongs to no call: each replica says every few seconds that it lives. */
const TRIPS_AIM = atMost(1.01);
const TOKEN = "T".repeat(43);
const KEY = Buffer.alloc(32, 7).toString("base64");

/** Two daemons that share a Redis, beside one of them alone on the same Redis, phones and callers. */
export async function measureReplicas({ bursts, burstMs }: Effort): Promise<readonly Comparison[]> {
  const phones = await startBenchPhones({
    phones: MANY_PHONES,
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
    const burst = (used: readonly Replica[], phoneCount: number): Promise<Burst> =>
      callFor(burstMs, { used, first, redis, ids: phones.ids.slice(0, phoneCount) });
    const round = async (): Promise<Round> => ({
      aloneOnFew: await burst([first], FEW_PHONES),
      bothOnFew: await burst([first, second], FEW_PHONES),
      aloneOnMany: await burst([first], MANY_PHONES),
      bothOnMany: await burst([first, second], MANY_PHONES),
    });
    await round();
    const rounds: Round[] = [];
    for (let done = 0; done < bursts; done += 1) rounds.push(await round());
    return toRows(rounds);
  } finally {
    for (const replica of replicas) await replica.close();
    await redis.close();
    await phones.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** One burst each: one replica and both, on few phones and on many. */
interface Round {
  readonly aloneOnFew: Burst;
  readonly bothOnFew: Burst;
  readonly aloneOnMany: Burst;
  readonly bothOnMany: Burst;
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

/** The callers of a phone are at every replica in turn: nothing keeps a phone with one of them. */
async function callFor(burstMs: number, { used, first, redis, ids }: BurstParts): Promise<Burst> {
  const taken = new Map<Replica, number>();
  const [processorBefore, sentBefore] = await Promise.all([processorMs(first.pid), roundTrips(redis)]);
  const startedAt = performance.now();
  const callOn = async (index: number): Promise<void> => {
    const replica = used[(index + Math.floor(index / ids.length)) % used.length] ?? first;
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

/**
 * Round trips so far, as the store counts them: all that a call sends are scripts, and no script runs another. What a script
 * does inside is counted under other names.
 */
async function roundTrips(redis: RedisServer): Promise<number> {
  const text = String(await redis.run("INFO", "commandstats"));
  const counts = [...text.matchAll(/^cmdstat_(?:eval|evalsha|fcall):calls=(\d+)/gm)].map(([, count]) => Number(count));
  return counts.reduce((total, count) => total + count, 0);
}

function toRows(rounds: readonly Round[]): Comparison[] {
  const of = (load: keyof Round, figure: keyof Burst): number[] => rounds.map((round) => round[load][figure]);
  const always = (value: number): number[] => rounds.map(() => value);
  const cost = (load: string, alone: keyof Round, both: keyof Round): Comparison =>
    toComparison(
      {
        ...{ name: `processor for a call of one of two replicas, ${load}`, baseline: "alone" },
        ...{ aim: COST_AIM, unit: "ms" },
      },
      { measured: of(both, "processorMsPerCall"), reference: of(alone, "processorMsPerCall") },
    );
  const trips = (name: string, load: keyof Round): Comparison =>
    toComparison(
      { name, baseline: "what a call may cost", aim: TRIPS_AIM, unit: "round trips" },
      { measured: of(load, "roundTripsPerCall"), reference: always(PROMISED_ROUND_TRIPS) },
    );
  const onFew = `${CALLERS} callers on ${FEW_PHONES} phones with ${PHONE_LATENCY_MS} ms`;
  const onMany = `${CALLERS} callers on ${MANY_PHONES} phones with ${PHONE_LATENCY_MS} ms`;
  const besideOne = { baseline: "one of them alone", unit: "calls/s" };
  const besidePhones = { baseline: `what ${FEW_PHONES} such phones allow`, aim: BUSY_AIM, unit: "calls/s" };
  return [
    toComparison(
      { name: `two replicas, ${onFew}`, aim: atLeast(1), ...besideOne },
      { measured: of("bothOnFew", "callsPerSecond"), reference: of("aloneOnFew", "callsPerSecond") },
    ),
    toComparison(
      { name: "one replica, the same", ...besidePhones },
      { measured: of("aloneOnFew", "callsPerSecond"), reference: always(FEW_ALLOW_CALLS_PER_SECOND) },
    ),
    toComparison(
      { name: "two replicas, the same", ...besidePhones },
      { measured: of("bothOnFew", "callsPerSecond"), reference: always(FEW_ALLOW_CALLS_PER_SECOND) },
    ),
    toComparison(
      { name: `two replicas, ${onMany}`, aim: RATE_AIM, ...besideOne },
      { measured: of("bothOnMany", "callsPerSecond"), reference: of("aloneOnMany", "callsPerSecond") },
    ),
    cost(`${FEW_PHONES} phones`, "aloneOnFew", "bothOnFew"),
    cost(`${MANY_PHONES} phones`, "aloneOnMany", "bothOnMany"),
    trips("a call's round trips to the store, one replica", "aloneOnFew"),
    trips("the same, two replicas that want the same phones", "bothOnFew"),
  ];
}
