import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { LAUNCHER } from "../support/launcher.js";
import { type ProxyWorld, startProxyWorld } from "../support/proxyWorld.js";
import { hasRedis, type RedisServer, startRedisServer } from "../support/redisServer.js";
import { runAutomobile } from "../support/runAutomobile.js";

const report = z.object({
  healthy: z.boolean(),
  checks: z.array(z.looseObject({ check: z.string(), outcome: z.string(), fix: z.string().optional() })),
});

const containing = (text: string): unknown => expect.stringContaining(text);

let world: ProxyWorld;
beforeEach(async () => {
  world = await startProxyWorld();
});
afterEach(() => world.close());

async function examine(env: Readonly<Record<string, string>> = {}) {
  const { exitCode, stdout, stderr } = await runAutomobile(["doctor", "--json"], { ...world.env, ...env });
  const { healthy, checks } = report.parse(JSON.parse(stdout));
  return {
    exitCode,
    healthy,
    checks,
    faults: checks.filter(({ outcome }) => outcome === "fail"),
    text: stdout + stderr,
  };
}

describe("doctor", () => {
  it("tells of a signing key that keeps daemons from starting, as a fault", async () => {
    const { exitCode, faults, text } = await examine({ AUTOMOBILE_REQUEST_STATE_KEY: "c2hvcnQ=" });

    expect(faults).toEqual([
      {
        ...{ check: "AUTOMOBILE_REQUEST_STATE_KEY", outcome: "fail" },
        says: "key 1 is not base64 of at least 32 bytes; no daemon starts with it",
        fix: "Correct AUTOMOBILE_REQUEST_STATE_KEY, or unset it.",
      },
    ]);
    expect(exitCode).toBe(1);
    expect(text).not.toMatch(/c2hvcnQ=|not used|ignored/);
  });

  it("tells of a log level that is none, as does a server with its first call and a proxy", async () => {
    const env = { AUTOMOBILE_LOG_LEVEL: "banana" };
    const words = '"banana" is not error, warn, info or debug';
    const { checks } = await examine(env);
    await runAutomobile(["call", "listDevices", "--", process.execPath, LAUNCHER, "serve"], { ...world.env, ...env });
    const proxy = world.startProxy({ env });
    await proxy.end();

    expect(checks).toContainEqual({
      ...{ check: "AUTOMOBILE_LOG_LEVEL", outcome: "warn", says: `${words}; it is ignored` },
      fix: "Correct AUTOMOBILE_LOG_LEVEL, or unset it.",
    });
    expect(await world.logged("AUTOMOBILE_LOG_LEVEL is not used")).toMatchObject([
      { msg: `AUTOMOBILE_LOG_LEVEL is not used: ${words}` },
      { msg: `AUTOMOBILE_LOG_LEVEL is not used: ${words}` },
    ]);
  });

  it("names each adb server that is not there once", async () => {
    const { faults } = await examine({
      ANDROID_ADB_SERVER_PORT: "9",
      AUTOMOBILE_ADB: "/nowhere/adb",
      AUTOMOBILE_ADB_SERVERS: "127.0.0.1:11",
    });

    expect(faults.map(({ check }) => check)).toEqual(["adb program", "adb server", "adb server 127.0.0.1:11"]);
  });

  describe.skipIf(!hasRedis())("with a real Redis", () => {
    let redis: RedisServer;
    beforeEach(async () => {
      redis = await startRedisServer();
    });
    afterEach(() => redis.close());

    it("is content where it serves, and fails with the cause where it does not; no password is told", async () => {
      await redis.run("CONFIG", "SET", "requirepass", "right-secret");
      const storeAs = (login: string) => ({ AUTOMOBILE_STORE: redis.url.href.replace("//", `//${login}@`) });

      const served = await examine(storeAs(":right-secret"));
      const kept = await examine(storeAs("somebody:wrong-secret"));
      await redis.kill();
      const gone = await examine(storeAs(":right-secret"));

      expect([served, kept, gone].map(({ exitCode }) => exitCode)).toEqual([0, 1, 1]);
      expect([served, kept, gone].map(({ healthy }) => healthy)).toEqual([true, false, false]);
      expect(served.text).toMatch(/(Redis|Valkey) \d+\.\d+\.\d+ at 127\.0\.0\.1:\d+ takes what daemons share/);
      expect(kept.faults).toMatchObject([{ check: "store", says: containing("another user or password") }]);
      expect(gone.faults).toMatchObject([{ check: "store", says: containing("ECONNREFUSED") }]);
      expect([served, kept, gone].map(({ text }) => /secret|somebody/.exec(text))).toEqual([null, null, null]);
    });
  });
});
