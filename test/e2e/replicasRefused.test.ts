import { afterEach, describe, expect, it } from "vitest";
import { endOf, readReply, type Reply, sendTo } from "../support/entrance.js";
import { hasNginx, type Nginx, startNginx } from "../support/nginx.js";
import { type ReplicaScript, type ScriptedReplica, startScriptedReplica } from "../support/scriptedReplica.js";

type Scripts = readonly [ReplicaScript, ReplicaScript];

const RAN = "200 ran";
const MAY_HAVE_RUN = "502 The replica went away; the call may have run";
const DID_NOT_RUN = "502 No replica took the call; it did not run";

describe.skipIf(!hasNginx())("the nginx of the docs", () => {
  const opened: { close(): Promise<void> }[] = [];
  afterEach(async () => {
    for (const each of opened.splice(0).reverse()) await each.close();
  });

  async function start(scripts: Scripts): Promise<{ nginx: Nginx; replicas: ScriptedReplica[] }> {
    const [first, second] = [await startScriptedReplica(scripts[0]), await startScriptedReplica(scripts[1])];
    opened.push(first, second);
    const nginx = await startNginx([first.port, second.port]);
    opened.push(nginx);
    return { nginx, replicas: [first, second] };
  }

  it.each<{ scripts: Scripts; end: string; seen: readonly [number, number] }>([
    { scripts: ["stops", "runs"], end: RAN, seen: [1, 1] },
    { scripts: ["stops", "stops"], end: "503 stopping", seen: [2, 1] },
    { scripts: ["stops", "is down"], end: DID_NOT_RUN, seen: [1, 0] },
    { scripts: ["stops", "breaks off"], end: MAY_HAVE_RUN, seen: [1, 1] },
    { scripts: ["stops", "turns away"], end: "401 Unauthorized", seen: [1, 1] },
    { scripts: ["breaks off", "runs"], end: MAY_HAVE_RUN, seen: [1, 0] },
    { scripts: ["turns away", "runs"], end: "401 Unauthorized", seen: [1, 0] },
    { scripts: ["is down", "runs"], end: RAN, seen: [0, 1] },
    { scripts: ["is down", "stops"], end: DID_NOT_RUN, seen: [0, 2] },
    { scripts: ["is down", "is down"], end: DID_NOT_RUN, seen: [0, 0] },
  ])("answers $end where the first replica $scripts.0 and the second $scripts.1", async ({ scripts, end, seen }) => {
    const { nginx, replicas } = await start(scripts);

    expect(endOf(await post(nginx, "x"))).toBe(end);
    expect(replicas.map((replica) => replica.seen().length)).toEqual(seen);
  });

  it("hands every call on once that a stopping replica did not take, also large ones at the same moment", async () => {
    const { nginx, replicas } = await start(["stops", "runs"]);
    const texts = Array.from({ length: 40 }, (_, index) => `${index}`.padEnd(100_000, "."));

    const replies = await Promise.all(texts.map((text) => post(nginx, text)));
    expect(new Set(replies.map(endOf))).toEqual(new Set([RAN]));
    const bodies = replicas[1]?.seen().map((body) => body.slice(0, 100)) ?? [];
    expect(bodies).toHaveLength(texts.length);
    expect(new Set(bodies).size).toBe(texts.length);
    expect(replicas[0]?.seen().length).toBeGreaterThan(0);
  });

  it("does not go from one replica to the next with those who find no place as a subscriber", async () => {
    const { nginx, replicas } = await start(["stops", "runs"]);
    const response = await sendTo(nginx, { method: "GET", path: "/telemetry", headers: {} });

    expect(endOf(await readReply(response))).toBe("503 stopping");
    expect(replicas.map((replica) => replica.seen().length)).toEqual([1, 0]);
  });
});

async function post(nginx: Nginx, text: string): Promise<Reply> {
  return await readReply(await sendTo(nginx, { method: "POST", path: "/mcp", headers: {}, body: { text } }));
}
