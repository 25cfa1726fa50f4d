import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findAdb } from "../support/adbBinary.js";
import type { Entrance, Reply } from "../support/entrance.js";
import { letPass } from "../support/letPass.js";
import { hasNginx } from "../support/nginx.js";
import { hasRedis } from "../support/redisServer.js";
import { type Replicas, startReplicas } from "../support/replicas.js";

const CLIENTS = 8;
const CALLS_EACH = 10;
const adb = findAdb();

/** How a call ended: with a result, or with an error that says what is known. */
function endOf({ status, result, error }: Reply): string {
  if (result !== undefined) return result["isError"] === true ? "refused" : "ran";
  return error === undefined ? `nothing (${status})` : `error ${error.code}`;
}

describe.skipIf(adb === undefined || !hasRedis() || !hasNginx())("two daemons behind one nginx", () => {
  let replicas: Replicas;
  beforeEach(async () => {
    replicas = await startReplicas(adb ?? "");
  });
  afterEach(() => replicas.close());

  it("end every call once, with a result or a typed error, while one of them is killed", async () => {
    const { nginx, ids, phones } = replicas;
    const client = async (index: number): Promise<readonly string[]> => {
      const ends: string[] = [];
      for (let call = 0; call < CALLS_EACH; call += 1) {
        // Each call has a place of its own, so that one that ran twice would show.
        const args = { deviceId: ids[(index + call) % ids.length], x: 10 + index, y: 100 + call };
        const params = { name: "tapAt", arguments: args };
        ends.push(endOf(await replicas.call(nginx, index % 2 === 0 ? "modern" : "legacy", params)));
      }
      return ends;
    };
    const running = Promise.all(Array.from({ length: CLIENTS }, (_, index) => client(index)));
    await expect.poll(() => phones.flatMap((phone) => phone.received()).length).toBeGreaterThan(15);
    await replicas.killFirst();
    const ends = (await running).flat();

    const places = phones.flatMap((phone) => phone.received()).map((input) => JSON.stringify(input));
    expect(ends).toHaveLength(CLIENTS * CALLS_EACH);
    expect(ends.filter((end) => !["ran", "error -32000"].includes(end))).toEqual([]);
    expect(new Set(places).size).toBe(places.length);
    expect(places.length).toBeGreaterThanOrEqual(ends.filter((end) => end === "ran").length);
    expect(ends.slice(-2)).toEqual(["ran", "ran"]);
  });

  it("take each other's answers, and go on with each other's tasks", async () => {
    const { each, ids, phones } = replicas;
    const accept = { deviceChoice: { action: "accept", content: { deviceId: ids[1] } } };
    const tap = { name: "tapAt", arguments: { x: 1, y: 2 } };

    const asked = await replicas.call(each[0], "modern", tap);
    const { requestState } = asked.result ?? {};
    const answered = await replicas.call(each[1], "modern", { ...tap, requestState, inputResponses: accept });
    expect(endOf(answered)).toBe("ran");
    expect(phones.map((phone) => phone.received().length)).toEqual([0, 1, 0, 0]);

    const wait = { name: "waitFor", arguments: { text: "never there", timeoutMs: 1000 } };
    const { taskId } = (await replicas.call(each[0], "modern", wait)).result ?? {};
    const statusAt = async (at: Entrance) => (await replicas.modern(at, "tasks/get", { taskId })).result?.["status"];
    await expect.poll(() => statusAt(each[1]), { timeout: 10_000 }).toBe("input_required");
    await replicas.killFirst();
    await replicas.modern(each[1], "tasks/update", { taskId, inputResponses: accept });
    await expect.poll(() => statusAt(each[1]), { timeout: 10_000 }).toBe("completed");
  });

  it("fail what the dead one was working on within fifteen seconds, and say why", async () => {
    const { each, ids } = replicas;
    const args = { deviceId: ids[0], text: "never there", timeoutMs: 60_000 };
    const { taskId } = (await replicas.call(each[0], "modern", { name: "waitFor", arguments: args })).result ?? {};
    await letPass(500);
    await replicas.killFirst();
    const killedAt = performance.now();

    const look = async () => (await replicas.modern(each[1], "tasks/get", { taskId })).result;
    await expect.poll(async () => (await look())?.["status"], { timeout: 25_000, interval: 500 }).toBe("failed");
    // The last look, and what comes between, is not the store's.
    expect(performance.now() - killedAt).toBeLessThan(16_000);
    expect(JSON.stringify((await look())?.["error"])).toContain("The process that ran this call ended");
  });
});
