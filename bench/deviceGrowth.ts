import { type Aim, atMost } from "./aim.js";
import { type BenchPhones, startBenchPhones } from "./benchPhones.js";
import { compare, type Comparison, lasting } from "./comparison.js";
import type { Effort } from "./effort.js";
import { type LineClient, startLineClient } from "./lineClient.js";

const FEW_PHONES = 2;
const MANY_PHONES = [20, 200] as const;

/**
 * A list and a refusal name every phone, so they may grow, though far less than the phones do; looking one up may grow least
 * of all.
 */
const ASKED = [
  { what: "listDevices", run: list, aims: [atMost(2), atMost(10)] },
  { what: "a call that names one", run: callOne, aims: [atMost(1.5), atMost(2)] },
  { what: "the refusal of a call that names none", run: callNone, aims: [atMost(2), atMost(10)] },
] as const;

/** What is asked of a server over more and more phones, beside the same over two. */
export async function measureDeviceGrowth({ calls }: Effort): Promise<readonly Comparison[]> {
  const few = await startServer(FEW_PHONES);
  const comparisons: Comparison[] = [];
  for (const [at, count] of MANY_PHONES.entries()) {
    const many = await startServer(count);
    for (const { what, run, aims } of ASKED) {
      comparisons.push(
        await compareGrowth({ what, run, aim: aims[at] ?? aims[0], count, rounds: calls }, { many, few }),
      );
    }
    await many.close();
  }
  await few.close();
  return comparisons;
}

interface Server {
  readonly client: LineClient;
  readonly phones: BenchPhones;
  close(): Promise<void>;
}

interface Growth {
  readonly what: string;
  readonly run: (server: Server) => Promise<undefined>;
  readonly aim: Aim;
  readonly count: number;
  readonly rounds: number;
}

async function compareGrowth(
  { what, run, aim, count, rounds }: Growth,
  { many, few }: { readonly many: Server; readonly few: Server },
): Promise<Comparison> {
  const baseline = `the same with ${FEW_PHONES} phones`;
  const comparison = await compare(
    { name: `${what}, with ${count} phones`, baseline, aim, unit: "ms" },
    { measure: lasting(() => run(many)), reference: lasting(() => run(few)), rounds },
  );
  const slopeUs = ((comparison.measured.median - comparison.reference.median) * 1000) / (count - FEW_PHONES);
  return { ...comparison, name: `${comparison.name} (${slopeUs.toFixed(0)} µs for each more)` };
}

async function list({ client }: Server): Promise<undefined> {
  await client.call("listDevices", {});
  return undefined;
}

async function callOne({ client, phones }: Server): Promise<undefined> {
  await client.call("tapAt", { x: 10, y: 10, deviceId: phones.ids[0] });
  return undefined;
}

async function callNone({ client }: Server): Promise<undefined> {
  const line = await client.request("tools/call", { name: "tapAt", arguments: { x: 10, y: 10 } });
  if (!line.includes("ambiguous_device_target")) throw new Error(`this was to be refused: ${line}`);
  return undefined;
}

async function startServer(count: number): Promise<Server> {
  const phones = await startBenchPhones({ phones: count, through: "the lab's own adb server" });
  const client = await startLineClient(["bin/automobile.js", "serve"], phones.env);
  await client.call("listDevices", {});
  return {
    client,
    phones,
    async close() {
      await client.end();
      await phones.close();
    },
  };
}
