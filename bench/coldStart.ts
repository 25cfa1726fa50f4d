import { compare, type Comparison } from "./comparison.js";
import { startLineClient } from "./lineClient.js";

const AIM = 2.5;

/** From the start of the process to its answer to `tools/list`, beside a Node.js process that answers from constants. */
export async function measureColdStart(rounds: number): Promise<Comparison> {
  return await compare({
    name: "start of `automobile serve` to its tools/list answer",
    baseline: "bare Node.js process",
    aim: AIM,
    rounds,
    measure: () => startAndList(["bin/automobile.js", "serve"]),
    reference: () => startAndList(["bench/bareServer.mjs"]),
  });
}

async function startAndList(args: readonly string[]): Promise<() => Promise<void>> {
  const client = await startLineClient(args);
  await client.request("tools/list", {});
  return () => client.end();
}
