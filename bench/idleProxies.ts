import { setTimeout as pause } from "node:timers/promises";
import { atMost } from "./aim.js";
import { startBenchPhones } from "./benchPhones.js";
import { compare, type Comparison, lasting, toComparison } from "./comparison.js";
import type { Effort } from "./effort.js";
import { type LineClient, startLineClient } from "./lineClient.js";
import { memoryOf, processorMs } from "./processMemory.js";

const PROXY = ["bin/automobile.js", "proxy"] as const;
/** So many start at once: each needs a processor for a while. */
const STARTED_AT_ONCE = 4;
const IDLE_MS = 3000;

/** Proxies whose clients do nothing: what each holds, what they cost together, and what a call beside them lasts. */
export async function measureIdleProxies({ idleProxies, calls, processes }: Effort): Promise<readonly Comparison[]> {
  const phones = await startBenchPhones({ phones: 1, through: "the lab's own adb server" });
  const start = (): Promise<LineClient> => startLineClient(PROXY, phones.env);
  const first = await start();
  const idle: LineClient[] = [];
  const call = lasting(async () => {
    await first.call("deviceInfo", {});
    return undefined;
  });
  try {
    await first.call("deviceInfo", {});
    const alone = await several(calls, call);
    while (idle.length < idleProxies) idle.push(...(await Promise.all(Array.from({ length: STARTED_AT_ONCE }, start))));
    await Promise.all(idle.map((client) => client.call("listDevices", {})));
    const share = await shareTaken(idle);
    const crowded = await several(calls, call);
    const bare = await startLineClient(["bench/bareServer.mjs"]);
    const memory = await compare(
      {
        name: `memory of each of ${idleProxies} idle proxies`,
        baseline: "bare Node.js process",
        aim: atMost(2),
        unit: "MB",
      },
      {
        measure: async () => mean(await Promise.all(idle.map(({ pid }) => proportional(pid)))),
        reference: () => proportional(bare.pid),
        rounds: processes,
      },
    );
    await bare.end();
    const contest = {
      name: `a call beside ${idleProxies} idle proxies`,
      baseline: "alone",
      aim: atMost(1.2),
      unit: "ms",
    };
    const beside = toComparison(contest, { measured: crowded, reference: alone });
    return [memory, { ...beside, name: `${beside.name} (together they take ${share} of a processor)` }];
  } finally {
    await Promise.all([first, ...idle].map((client) => client.end()));
    await phones.close();
  }
}

async function several(times: number, measure: () => Promise<number>): Promise<readonly number[]> {
  const samples: number[] = [];
  for (let count = 0; count < times; count += 1) samples.push(await measure());
  return samples;
}

async function proportional(pid: number): Promise<number> {
  return (await memoryOf(pid)).proportionalMb;
}

/** How much of one processor they take while nobody asks them anything. */
async function shareTaken(clients: readonly LineClient[]): Promise<string> {
  const total = async (): Promise<number> => sum(await Promise.all(clients.map(({ pid }) => processorMs(pid))));
  const before = await total();
  await pause(IDLE_MS);
  return `${(((await total()) - before) / IDLE_MS) * 100}`.slice(0, 4) + " %";
}

function mean(values: readonly number[]): number {
  return sum(values) / values.length;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
