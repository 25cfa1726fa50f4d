import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readStore, type StoreReading } from "../../src/store/readStore.js";
import { storeKey } from "../../src/store/storeKeys.js";
import { systemTimer } from "../../src/system/systemTimer.js";
import { closedPort } from "../support/closedPort.js";
import { hasRedis, type RedisServer, startRedisServer } from "../support/redisServer.js";

const VERSION: unknown = expect.stringMatching(/^(Redis|Valkey) \d+\.\d+\.\d+$/);

/** Those rights that the documents ask for, less some. */
const RIGHTS = ["~automobile:*", "&automobile:*", "+@read", "+@write", "+@pubsub", "+@scripting", "+@connection"];

describe.skipIf(!hasRedis())("a look at a real Redis", () => {
  let redis: RedisServer;
  beforeEach(async () => {
    redis = await startRedisServer();
  });
  afterEach(() => redis.close());

  const look = async (login = ""): Promise<StoreReading> => {
    return await readStore({ url: new URL(redis.url.href.replace("//", `//${login}`)), timer: systemTimer });
  };
  const withUser = async (...rights: readonly string[]): Promise<StoreReading> => {
    await redis.run("ACL", "SETUSER", "little", "reset", "on", ">pw", ...rights);
    return await look("little:pw@");
  };

  it("tells what it is and what it does when it is full, and leaves nothing there", async () => {
    expect(await look()).toEqual({
      ...{ is: "serving", server: VERSION },
      memory: { is: "told", policy: "noeviction", limitBytes: 0 },
    });
    expect(await redis.run("KEYS", "*")).toEqual([storeKey("settled")]);
  });

  it("tells that it would evict", async () => {
    await redis.run("CONFIG", "SET", "maxmemory", "100mb");
    await redis.run("CONFIG", "SET", "maxmemory-policy", "allkeys-lru");

    expect(await look()).toMatchObject({ memory: { is: "told", policy: "allkeys-lru", limitBytes: 104_857_600 } });
  });

  it("is content with a user who has the rights that daemons need, and may read no more", async () => {
    expect(await withUser(...RIGHTS)).toEqual({ is: "serving", server: VERSION, memory: { is: "not_told" } });
  });

  it.each([
    ["+@write", "write"],
    ["~automobile:*", "write"],
    ["+@scripting", "run scripts"],
    ["+@pubsub", "publish"],
    ["&automobile:*", "publish"],
  ])("tells what a user without %s may not do: %s", async (right, step) => {
    const reading = await withUser("resetchannels", ...RIGHTS.filter((each) => each !== right));

    expect(reading).toEqual({
      ...{ is: "failing", server: VERSION, step, fault: "not_allowed" },
      cause: "its user is not allowed to do that",
    });
  });

  it("tells that it is full", async () => {
    await redis.run("CONFIG", "SET", "maxmemory", "1");

    expect(await look()).toMatchObject({ is: "failing", step: "write", fault: "full", server: VERSION });
  });

  it.each([["nobody:here@"], [""]])("tells that it lets nobody in who comes as %j", async (login) => {
    await redis.run("CONFIG", "SET", "requirepass", "secret");

    expect(await look(login)).toMatchObject({ is: "failing", fault: "not_let_in", server: undefined });
  });

  it("tells that it wants no password", async () => {
    expect(await look(":secret@")).toMatchObject({ is: "failing", fault: "not_let_in" });
  });

  it("tells that it does not answer", async () => {
    redis.freeze();
    const reading = await look();
    redis.thaw();

    expect(reading).toMatchObject({ is: "failing", fault: "other", cause: "it did not answer in 1500 ms" });
  });
});

it.skipIf(!hasRedis())("tells that it is a cluster", async () => {
  const cluster = await startRedisServer({ isCluster: true });
  await expect.poll(() => cluster.run("CLUSTER", "INFO"), { timeout: 10_000 }).toMatch(/^cluster_state:ok/);
  const reading = await readStore({ url: cluster.url, timer: systemTimer });
  await cluster.close();

  expect(reading).toMatchObject({
    ...{ is: "failing", step: "run scripts", fault: "cluster" },
    cause: "it is part of a cluster, which keeps apart what belongs together",
  });
});

it("tells that nothing is there", async () => {
  const port = await closedPort();

  expect(await readStore({ url: new URL(`redis://127.0.0.1:${port}`), timer: systemTimer })).toEqual({
    ...{ is: "failing", server: undefined, step: "write", fault: "other" },
    cause: `connect ECONNREFUSED 127.0.0.1:${port}`,
  });
});
