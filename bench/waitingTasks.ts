import { setImmediate as turn } from "node:timers/promises";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { z } from "zod";
import { createStdioTransport } from "../src/server/stdioTransport.js";
import { servedParts } from "../test/server/servedParts.js";
import { atMost } from "./aim.js";
import { type AskedClient, createAskedClient } from "./askedClient.js";
import { type Comparison, toComparison } from "./comparison.js";
import { heldBytes } from "./heap.js";

const TASKS = 1000;
const TASKS_PER_LOOK = 100;
const ALLOWED_KB = 20;

const MODERN = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "bench", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {
    elicitation: { form: {} },
    extensions: { "io.modelcontextprotocol/tasks": {} },
  },
};
const STARTED = z.object({ result: z.object({ taskId: z.string() }) });

/** What each of a thousand tasks holds that wait for their users, beside what each may hold. */
export async function measureWaitingTasks(): Promise<readonly Comparison[]> {
  const taskLimits = { openPerOwner: 2 * TASKS, openInAll: 2 * TASKS, finishedInAll: TASKS };
  const parts = servedParts({ taskLimits });
  const client = createAskedClient(() => undefined);
  const transport = createStdioTransport({ ...client.streams, timer: parts.timer });
  const handle = serveStdio(parts.factory(transport.rawElicitation), { transport });
  const measured: number[] = [];
  try {
    await startWaiting(client, TASKS_PER_LOOK);
    for (let before = heldBytes(); measured.length < TASKS / TASKS_PER_LOOK;) {
      await startWaiting(client, TASKS_PER_LOOK);
      const after = heldBytes();
      measured.push((after - before) / TASKS_PER_LOOK / 1024);
      before = after;
    }
    const contest = { baseline: "what each may hold", aim: atMost(1), unit: "kB" };
    const name = `heap of each of ${TASKS} tasks that wait for an answer`;
    return [toComparison({ ...contest, name }, { measured, reference: measured.map(() => ALLOWED_KB) })];
  } finally {
    await handle.close();
    await parts.tasks.close();
  }
}

async function startWaiting(client: AskedClient, count: number): Promise<void> {
  let taskId = "";
  for (let started = 0; started < count; started += 1) {
    const params = { name: "waitFor", arguments: { text: `Inbox ${started}` }, _meta: MODERN };
    ({ taskId } = STARTED.parse(JSON.parse(await client.request("tools/call", params))).result);
    await turn();
  }
  const line = await client.request("tasks/get", { taskId, _meta: MODERN });
  if (!line.includes('"input_required"')) throw new Error(`this task does not wait: ${line}`);
}
