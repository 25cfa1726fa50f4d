import { startLab } from "../src/lab/startLab.js";
import { systemTimer } from "../src/system/systemTimer.js";
import { compare, type Comparison } from "./comparison.js";
import { type LineClient, startLineClient } from "./lineClient.js";

/** The list itself grows with the phones, so a hundred times the phones may take a few times the time, not a hundred. */
const AIMS = [
  { phones: 20, aim: 2 },
  { phones: 200, aim: 10 },
];

/** `listDevices` over more and more phones, beside the same call over two. */
export async function measureDeviceLists(rounds: number): Promise<readonly Comparison[]> {
  const few = await startPhones(2);
  const comparisons: Comparison[] = [];
  for (const { phones, aim } of AIMS) {
    const many = await startPhones(phones);
    comparisons.push(
      await compare({
        name: `listDevices with ${phones} phones`,
        baseline: "listDevices with 2 phones",
        aim,
        rounds,
        measure: () => list(many.client),
        reference: () => list(few.client),
      }),
    );
    await many.close();
  }
  await few.close();
  return comparisons;
}

async function list(client: LineClient): Promise<undefined> {
  await client.request("tools/call", { name: "listDevices", arguments: {} });
  return undefined;
}

async function startPhones(phones: number): Promise<{ client: LineClient; close: () => Promise<void> }> {
  const lab = await startLab({ phones, timer: systemTimer });
  const server = await lab.startAdbServer();
  const client = await startLineClient(["bin/automobile.js", "serve"], { ANDROID_ADB_SERVER_PORT: `${server.port}` });
  await list(client);
  return {
    client,
    async close() {
      await client.end();
      await lab.close();
    },
  };
}
