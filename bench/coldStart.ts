import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { atMost } from "./aim.js";
import { compare, type Comparison, lasting } from "./comparison.js";
import type { Effort } from "./effort.js";
import { startLineClient } from "./lineClient.js";

const COMMANDS = [
  { command: "serve", aim: atMost(1.8) },
  { command: "proxy", aim: atMost(1.8) },
] as const;

/** From the start of the process to its answer to `tools/list`, beside a Node.js process that answers from constants. */
export async function measureColdStarts({ starts }: Effort): Promise<readonly Comparison[]> {
  const stateFolder = await mkdtemp(join(tmpdir(), "automobile-bench-"));
  const comparisons: Comparison[] = [];
  for (const { command, aim } of COMMANDS) {
    const name = `start of \`automobile ${command}\` to its tools/list answer`;
    comparisons.push(
      await compare(
        { name, baseline: "bare Node.js process", aim, unit: "ms" },
        {
          measure: lasting(() => startAndList(["bin/automobile.js", command], stateFolder)),
          reference: lasting(() => startAndList(["bench/bareServer.mjs"], stateFolder)),
          rounds: starts,
        },
      ),
    );
  }
  await rm(stateFolder, { recursive: true, force: true });
  return comparisons;
}

/** Its end closes a proxy's input before it would look for a daemon. */
async function startAndList(args: readonly string[], stateFolder: string): Promise<() => Promise<void>> {
  const client = await startLineClient(args, { AUTOMOBILE_STATE_DIR: stateFolder });
  await client.request("tools/list", {});
  return () => client.end();
}
