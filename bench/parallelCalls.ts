import { performance } from "node:perf_hooks";
import { atMost } from "./aim.js";
import { startBenchPhones } from "./benchPhones.js";
import { compare, type Comparison, type Measure } from "./comparison.js";
import type { Effort } from "./effort.js";
import { startLineClient } from "./lineClient.js";

const PHONE_LATENCY_MS = 50;
/** Phones are independent of each other; what many calls cost beyond one is this machine's own work, lab included. */
const ON_DIFFERENT_PHONES = [
  { calls: 8, aim: atMost(1.5) },
  { calls: 64, aim: atMost(3) },
] as const;
const QUEUED_CALLS = 8;
const QUEUE_AIM = atMost(1.2);

/** Calls at once: on as many phones they should last as long as one, on one phone as long as one after the other. */
export async function measureParallelCalls({ bursts }: Effort): Promise<readonly Comparison[]> {
  const most = Math.max(...ON_DIFFERENT_PHONES.map(({ calls }) => calls));
  const phones = await startBenchPhones({
    phones: most,
    latencyMs: PHONE_LATENCY_MS,
    through: "the lab's own adb server",
  });
  const client = await startLineClient(["bin/automobile.js", "serve"], phones.env);
  const tap = (deviceId: string | undefined): Promise<void> => client.call("tapAt", { x: 10, y: 10, deviceId });
  const together = (ids: readonly (string | undefined)[]): Measure => {
    return async () => {
      const startedAt = performance.now();
      const ended: number[] = [];
      await Promise.all(ids.map((id, at) => tap(id).then(() => ended.push(at))));
      if (new Set(ids).size === 1) requireOrder(ended);
      return performance.now() - startedAt;
    };
  };
  const one = together([phones.ids[0]]);
  const baseline = "one call";
  const comparisons: Comparison[] = [];
  try {
    for (const { calls, aim } of ON_DIFFERENT_PHONES) {
      const name = `${calls} calls at once on ${calls} phones`;
      const measure = together(phones.ids.slice(0, calls));
      comparisons.push(await compare({ name, baseline, aim, unit: "ms" }, { measure, reference: one, rounds: bursts }));
    }
    const queued = together(Array.from({ length: QUEUED_CALLS }, () => phones.ids[0]));
    const share: Measure = async () => (await queued()) / QUEUED_CALLS;
    const name = `each of ${QUEUED_CALLS} calls at once on one phone, first come first served`;
    comparisons.push(
      await compare({ name, baseline, aim: QUEUE_AIM, unit: "ms" }, { measure: share, reference: one, rounds: bursts }),
    );
  } finally {
    await client.end();
    await phones.close();
  }
  return comparisons;
}

function requireOrder(ended: readonly number[]): void {
  if (ended.some((value, at) => value !== at)) throw new Error(`calls overtook one another: ${ended.join(", ")}`);
}
