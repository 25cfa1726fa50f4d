import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { atMost } from "./aim.js";
import { type BenchPhones, startBenchPhones } from "./benchPhones.js";
import { compare, type Comparison, type Measure } from "./comparison.js";
import type { Effort } from "./effort.js";
import { type LineClient, startLineClient } from "./lineClient.js";
import { memoryOf } from "./processMemory.js";

const CALLS = 100;
const SERVE = ["bin/automobile.js", "serve"] as const;

/** The most memory that `serve` ever had after a hundred calls, beside the least that could have answered them. */
export async function measureServeMemory({ processes }: Effort): Promise<readonly Comparison[]> {
  const phones = await startBenchPhones({ phones: 1, through: "the lab's own adb server" });
  const peak = (args: readonly string[], tool: string): Measure => {
    return async () => await peakAfterCalls(await startLineClient(args, phones.env), tool);
  };
  try {
    const texts = await compare(
      {
        name: `peak memory of \`serve\` after ${CALLS} calls of deviceInfo`,
        baseline: "bare Node.js process",
        aim: atMost(1.6),
        unit: "MB",
      },
      { measure: peak(SERVE, "deviceInfo"), reference: peak(["bench/bareServer.mjs"], "constant"), rounds: processes },
    );
    const picture = await keepPicture(phones);
    const pictures = await compare(
      {
        name: `peak memory of \`serve\` after ${CALLS} screenshots`,
        baseline: "bare SDK server that gives the same bytes",
        aim: atMost(1.15),
        unit: "MB",
      },
      {
        measure: peak(SERVE, "captureScreenshot"),
        reference: peak(["bench/barePictures.mjs", picture], "constant"),
        rounds: processes,
      },
    );
    return [texts, pictures];
  } finally {
    await phones.close();
  }
}

async function peakAfterCalls(client: LineClient, tool: string): Promise<number> {
  for (let count = 0; count < CALLS; count += 1) await client.call(tool, {});
  const { peakMb } = await memoryOf(client.pid);
  await client.end();
  return peakMb;
}

const ANSWER = z.object({
  result: z.object({ content: z.array(z.object({ type: z.string(), data: z.string().optional() })) }),
});

/** Keeps what a screenshot of the phone gives in a file, and gives its path. */
async function keepPicture({ env }: BenchPhones): Promise<string> {
  const client = await startLineClient(SERVE, env);
  const line = await client.request("tools/call", { name: "captureScreenshot", arguments: {} });
  await client.end();
  const { content } = ANSWER.parse(JSON.parse(line)).result;
  const picture = content.find(({ type }) => type === "image")?.data;
  if (picture === undefined) throw new Error(`there is no picture in ${line}`);
  const path = join(env["AUTOMOBILE_STATE_DIR"] ?? "", "picture.png");
  await writeFile(path, Buffer.from(picture, "base64"));
  return path;
}
