import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { findAdb } from "../support/adbBinary.js";
import { SHOP_APK, SHOP_APP_ID } from "../support/labApk.js";
import { letPass } from "../support/letPass.js";
import { hasNginx } from "../support/nginx.js";
import { type Events, readEvents } from "../support/readEvents.js";
import { hasRedis } from "../support/redisServer.js";
import { type Replicas, startReplicas, TOKEN } from "../support/replicas.js";
import { type TestStateFolder, testStateFolder } from "../support/stateFolder.js";

const adb = findAdb();
const FROZEN_MS = 20_000;
const eventSchema = z.object({ record: z.object({ tool: z.string(), outcome: z.string() }) });

describe.skipIf(adb === undefined || !hasRedis() || !hasNginx())("replicas, when their store", () => {
  let replicas: Replicas;
  let folder: TestStateFolder;
  beforeEach(async () => {
    replicas = await startReplicas(adb ?? "", { keeps: "all" });
    folder = await testStateFolder();
  });
  afterEach(async () => {
    await replicas.close();
    await folder.remove();
  });

  /** Calls a tool at a replica, as a client that knows tasks. */
  async function call(at: 0 | 1, name: string, args: object): Promise<Readonly<Record<string, unknown>>> {
    const { result } = await replicas.call(replicas.each[at], "modern", { name, arguments: args });
    return { ...result };
  }

  /** What a replica says of a task. */
  async function look(at: 0 | 1, taskId: unknown): Promise<Readonly<Record<string, unknown>>> {
    const { result, error } = await replicas.modern(replicas.each[at], "tasks/get", { taskId });
    return { ...result, ...error };
  }

  /** What reached each phone. */
  function inputs(): readonly (readonly string[])[] {
    return replicas.phones.map((phone) => phone.received().map(({ kind }) => kind));
  }

  async function subscribe(at: 0 | 1): Promise<Events> {
    const url = `http://127.0.0.1:${replicas.each[at].port}/telemetry`;
    return await readEvents(await fetch(url, { headers: { Authorization: `Bearer ${TOKEN}` } }));
  }

  /** The tools of the next questions that a subscriber hears of. */
  async function heard(events: Events, count: number): Promise<readonly string[]> {
    const tools: string[] = [];
    while (tools.length < count) {
      const { tool, outcome } = eventSchema.parse(await events.next("elicitation")).record;
      tools.push(`${tool} ${outcome}`);
    }
    return tools;
  }

  it("is restarted, tell subscribers of both of every record once, before and after", async () => {
    const subscribers = [await subscribe(0), await subscribe(1)];
    const hearing = Promise.all(subscribers.map((events) => heard(events, 4)));
    const channels = async (): Promise<unknown> => await replicas.redis.run("PUBSUB", "NUMSUB", "automobile:1:records");
    await expect.poll(channels).toEqual(["automobile:1:records", 2]);
    await call(0, "tapAt", { x: 1, y: 2 });
    await call(1, "openUrl", { url: "https://example.com" });

    await replicas.redis.restart();
    await expect.poll(channels).toEqual(["automobile:1:records", 2]);
    await expect.poll(() => look(0, "unknown")).toMatchObject({ code: -32_602 });
    await expect.poll(() => look(1, "unknown")).toMatchObject({ code: -32_602 });
    await call(0, "launchApp", { appId: SHOP_APP_ID });
    await call(1, "pressButton", { button: "home" });

    const records = ["tapAt asked", "openUrl asked", "launchApp asked", "pressButton asked"];
    expect(await hearing).toEqual([records, records]);
  });

  it("is gone, run nothing of a call that would be a task, say why, and take it when the store is back", async () => {
    const install = { deviceId: replicas.ids[0], path: join(folder.folder.path, "shop.apk") };
    await writeFile(install.path, SHOP_APK);
    await call(1, "tapAt", { x: 1, y: 2 });
    await replicas.redis.kill();
    const refused = await call(1, "installApp", install);
    expect(refused["isError"]).toBe(true);
    expect(JSON.stringify(refused["content"])).toMatch(
      /store_unreachable.*(?:ECONNREFUSED|closed).*The call did not run/,
    );
    expect(inputs()).toEqual([[], [], [], []]);

    await replicas.redis.restart();
    await expect.poll(async () => (await call(1, "installApp", install))["taskId"]).toBeTypeOf("string");
    await expect.poll(inputs).toEqual([["install"], [], [], []]);
  });

  it("is restarted while a task waits, take its answer at the other one, and run it once", async () => {
    const path = join(folder.folder.path, "shop.apk");
    await writeFile(path, SHOP_APK);
    const { taskId } = await call(0, "installApp", { path });
    await expect.poll(() => look(1, taskId)).toMatchObject({ status: "input_required" });
    await replicas.redis.kill();
    const inputResponses = { deviceChoice: { action: "accept", content: { deviceId: replicas.ids[2] } } };
    const answer = async () =>
      (await replicas.modern(replicas.each[1], "tasks/update", { taskId, inputResponses })).error?.message ?? "taken";
    expect(await answer()).toMatch(/^The store of tasks cannot be used: .*(?:ECONNREFUSED|closed)/);
    await replicas.redis.restart();

    await expect.poll(answer).toBe("taken");
    await expect.poll(() => look(0, taskId)).toMatchObject({ status: "completed" });
    expect(inputs()).toEqual([[], [], ["install"], []]);
  });

  it("takes one that was suspended for dead, do not run its task again, nor let its late end count", async () => {
    const [phone] = replicas.phones;
    const install = { deviceId: replicas.ids[0], path: join(folder.folder.path, "shop.apk") };
    await writeFile(install.path, SHOP_APK);
    phone?.order({ kind: "slow", service: /install/, ms: 3000 });
    const { taskId } = await call(0, "installApp", install);
    await expect.poll(() => phone?.services().join()).toMatch(/install/);
    replicas.freezeFirst();
    await letPass(FROZEN_MS);
    expect(await look(1, taskId)).toMatchObject({ status: "failed" });
    const failed = await look(1, taskId);
    replicas.thawFirst();

    // Only the first one can be asked whether it has come to an end.
    await expect.poll(() => look(0, taskId)).toEqual(failed);
    await letPass(3000);
    expect([await look(0, taskId), await look(1, taskId)]).toEqual([failed, failed]);
    expect(JSON.stringify(failed)).toContain("The process that ran this call ended before the call was done");
    // The one command in which it was stopped may have ended, or been broken off, since its turn had passed.
    expect(["", "install"]).toContain(inputs().flat().join());
    expect(inputs().slice(1)).toEqual([[], [], []]);
  });
});
