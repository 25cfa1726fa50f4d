import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { initialize, isAlive, type ProxyWorld, startProxyWorld } from "../support/proxyWorld.js";
import { accepting, modernCall } from "../support/questionClient.js";
import { runAutomobile } from "../support/runAutomobile.js";
import { resultOf, startServerProcess } from "../support/serverProcess.js";
import { cites } from "../requirements.js";

const KEY = Buffer.alloc(32, 7).toString("base64");
const TAP = { name: "tapAt", arguments: { x: 190, y: 564 } };

describe("a proxy in front of the daemon", () => {
  let world: ProxyWorld;

  beforeEach(async () => {
    world = await startProxyWorld();
  });
  afterEach(async () => {
    await world.close();
  });

  // case 50
  it(
    cites("T2")`asks its legacy client once, runs the call on the device that was picked, and writes one record`,
    async () => {
      const [, second] = world.phones.ids;
      const proxy = world.startProxy({ answer: () => ({ result: accepting(second) }) });
      await initialize(proxy);

      const { body } = await proxy.request("tools/call", TAP);
      await proxy.end();

      expect(body["result"]).toMatchObject({ structuredContent: { device: { deviceId: second } } });
      expect(world.inputs()).toEqual([0, 1]);
      expect(proxy.received.filter((message) => "method" in message.body)).toHaveLength(1);
      expect(await world.records()).toMatchObject([{ outcome: "accept", era: "legacy", topology: "proxy" }]);
    },
  );

  it(
    cites("T2", "S1")`gives the same bytes after a decline as with asking switched off, and touches no phone`,
    async () => {
      const asked = world.startProxy({ answer: () => ({ result: { action: "decline" } }) });
      const off = world.startProxy({
        env: { AUTOMOBILE_ELICITATION: "off" },
        answer: () => ({ result: accepting("x") }),
      });
      await Promise.all([initialize(asked), initialize(off)]);

      const declined = await asked.request("tools/call", TAP);
      const unasked = await off.request("tools/call", TAP);

      expect(JSON.stringify(resultOf(declined))).toBe(JSON.stringify(resultOf(unasked)));
      expect(JSON.stringify(resultOf(declined))).toContain("ambiguous_device_target");
      expect(off.received.filter((message) => "method" in message.body)).toEqual([]);
      expect(world.inputs()).toEqual([0, 0]);
    },
  );

  it(
    cites("T7", "T9")`passes modern questions through, and refuses another proxy's state with the daemon's own error`,
    async () => {
      const [, second] = world.phones.ids;
      const mine = world.startProxy();
      const other = world.startProxy();
      const inputResponses = { deviceChoice: accepting(second) };

      const { requestState } = resultOf(await mine.request("tools/call", modernCall(TAP)));
      const foreign = await other.request("tools/call", { ...modernCall(TAP), requestState, inputResponses });
      const own = await mine.request("tools/call", { ...modernCall(TAP), requestState, inputResponses });

      expect(foreign.body["error"]).toEqual({
        code: -32_602,
        message: "Invalid or expired requestState",
        data: { reason: "invalid_request_state" },
      });
      expect(own.body["result"]).toMatchObject({ structuredContent: { device: { deviceId: second } } });
      expect(world.inputs()).toEqual([0, 1]);
    },
  );

  it(cites("M1", "T2")`writes one record per modern refusal, which says that it came through a proxy`, async () => {
    const proxy = world.startProxy();
    const inputResponses = { deviceChoice: { action: "decline" } };

    const { requestState } = resultOf(await proxy.request("tools/call", modernCall(TAP)));
    await proxy.request("tools/call", { ...modernCall(TAP), requestState, inputResponses });
    await proxy.request("tools/call", modernCall(TAP, {}));

    expect(await world.records()).toMatchObject([
      { outcome: "asked", era: "modern", topology: "proxy" },
      { outcome: "decline", era: "modern", topology: "proxy" },
      { outcome: "not_offered", era: "modern", topology: "proxy" },
    ]);
  });

  it("lets ten that start together share one daemon, which outlives them", async () => {
    const proxies = Array.from({ length: 10 }, () => world.startProxy());
    await Promise.all(proxies.map((proxy) => initialize(proxy)));

    const listed = await Promise.all(proxies.map((proxy) => proxy.request("tools/call", { name: "listDevices" })));
    const { pid } = await world.daemon();
    const ends = await Promise.all(proxies.map((proxy) => proxy.end()));

    expect(listed.map(({ body }) => "result" in body)).toEqual(Array.from({ length: 10 }, () => true));
    expect(ends).toEqual(Array.from({ length: 10 }, () => ({ code: 0, signal: null })));
    expect(isAlive(pid)).toBe(true);
    expect((await world.daemon()).pid).toBe(pid);
  });

  it("starts a daemon that ends after half an hour without a client", async () => {
    const proxy = world.startProxy();
    await initialize(proxy);
    await proxy.request("tools/call", { name: "listDevices" });

    expect(await world.logged("the daemon listens")).toMatchObject([{ idleExitMs: 1_800_000 }]);
  });

  // case 128
  it("refuses an app by a relative path, even where the daemon's own folder has such a file", async () => {
    const [deviceId] = world.phones.ids;
    await writeFile(join(world.env["AUTOMOBILE_STATE_DIR"] ?? "", "app.apk"), "app");
    const proxy = world.startProxy();
    await initialize(proxy);

    const { line } = await proxy.request("tools/call", {
      name: "installApp",
      arguments: { path: "app.apk", deviceId },
    });

    expect(line).toContain(String.raw`\"code\":\"invalid_arguments\"`);
    expect(line).toContain("it is no absolute path, and the server does not know your working folder");
    expect(world.inputs()).toEqual([0, 0]);
  });

  it.each([[[]], ["x"], [7], [null]])(
    "refuses arguments that are no object to a client of 2025, and runs nothing: %j",
    async (args) => {
      const proxy = world.startProxy();
      await initialize(proxy);

      const { body } = await proxy.request("tools/call", { name: "listDevices", arguments: args });

      expect(body["error"]).toMatchObject({ code: -32_602 });
    },
  );

  it("refuses every call while the daemon has other devices, naming the difference", async () => {
    const first = world.startProxy();
    await initialize(first);
    await first.request("tools/call", { name: "listDevices" });
    const second = world.startProxy({ args: ["--allow-device", "OTHER"] });
    await initialize(second);

    const { body } = await second.request("tools/call", TAP);

    expect(JSON.stringify(body["result"])).toContain("daemon_settings_differ");
    expect(JSON.stringify(body["result"])).toContain("--allow-device: here OTHER, in the daemon not given");
    expect(world.inputs()).toEqual([0, 0]);
  });

  it("refuses every call where it counts on a store or a key that the daemon does not have, and tells neither", async () => {
    await world.runDaemon(["start"]);
    const secrets = { AUTOMOBILE_STORE: "redis://:pass-word@127.0.0.1:9", AUTOMOBILE_REQUEST_STATE_KEY: KEY };
    const proxy = world.startProxy({ env: secrets });
    await initialize(proxy);

    const { line } = await proxy.request("tools/call", TAP);
    const start = await runAutomobile(["daemon", "start"], { ...world.env, ...secrets });

    const lines = [
      "AUTOMOBILE_STORE: here given, in the daemon not given",
      "AUTOMOBILE_REQUEST_STATE_KEY: here given, in the daemon not given",
    ];
    expect(line).toContain("daemon_settings_differ");
    expect(line).toContain(lines.join("; "));
    expect(start.stderr).toContain(`a daemon runs with other settings (process ${(await world.daemon()).pid})`);
    expect(start.stderr).toContain(lines.join("; "));
    expect(start.exitCode).toBe(1);
    expect([line, start.stderr, proxy.stderr()].join("\n")).not.toMatch(/pass-word|BwcHBw/);
    expect(world.inputs()).toEqual([0, 0]);
  });

  it("is served by a daemon that has a key where it names none, and the daemon's record does not tell it", async () => {
    await runAutomobile(["daemon", "start"], { ...world.env, AUTOMOBILE_REQUEST_STATE_KEY: KEY });
    const proxy = world.startProxy();
    await initialize(proxy);

    const { body } = await proxy.request("tools/call", { name: "listDevices" });

    const { settings } = await world.daemon();
    expect(body["result"]).toMatchObject({ structuredContent: { complete: true } });
    expect(settings["AUTOMOBILE_REQUEST_STATE_KEY"]).toMatch(/^[0-9a-f]{16}$/);
  });

  it("reaches a daemon at the address where it listens", async () => {
    await world.runDaemon(["start", "--host", "127.0.0.2"]);
    const proxy = world.startProxy();
    await initialize(proxy);

    const { body } = await proxy.request("tools/call", { name: "listDevices" });

    expect(body["result"]).toMatchObject({ structuredContent: { complete: true } });
    expect((await world.daemon()).host).toBe("127.0.0.2");
  });

  it.each([
    ["initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "t", version: "1" } }],
    ["initialize", { protocolVersion: "2024-11-05", capabilities: {}, clientInfo: { name: "t", version: "1" } }],
    ["initialize", { protocolVersion: "2099-01-01", capabilities: {}, clientInfo: { name: "t", version: "1" } }],
    ["tools/list", undefined],
    ["tools/list", modernCall({})],
    ["server/discover", modernCall({})],
    ["server/discover", modernCall({}, {})],
  ])("answers %s as the direct server does, with no daemon at all (%#)", async (method, params) => {
    const direct = startServerProcess({ env: world.env });
    const unreachable = world.startProxy({ env: { AUTOMOBILE_STATE_DIR: "/dev/null/none" } });

    const expected = await direct.request(method, params);
    const answer = await unreachable.request(method, params);
    await direct.end();

    expect(answer.body).toEqual(expected.body);
  });
});
