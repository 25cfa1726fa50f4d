import { afterEach, beforeEach, expect, it } from "vitest";
import { VERSION } from "../../src/core/version.js";
import { type OtherVersion, otherVersion } from "../support/otherVersion.js";
import { initialize, type ProxyWorld, startProxyWorld, until } from "../support/proxyWorld.js";
import { resultOf, type ServerProcess } from "../support/serverProcess.js";

let world: ProxyWorld;
let other: OtherVersion;
let proxy: ServerProcess;

beforeEach(async () => {
  world = await startProxyWorld();
  other = await otherVersion("0.0.10");
  await other.startDaemon(world.env);
  proxy = world.startProxy();
  await initialize(proxy);
});
afterEach(async () => {
  await world.close();
  await other.remove();
});

const inputServices = (): readonly string[] =>
  world.phones.lab.phones.flatMap((phone) => phone.services().filter((name) => name.includes("input")));

it("uses a daemon of another version, and says so once", async () => {
  const { pid } = await world.daemon();

  const first = await proxy.request("tools/call", { name: "listDevices" });
  await proxy.request("tools/call", { name: "listDevices" });

  expect(first.body["result"]).toMatchObject({ structuredContent: { complete: true } });
  expect(await world.daemon()).toMatchObject({ pid, version: "0.0.10" });
  expect(proxy.stderr().match(/the daemon is of another version/g)).toHaveLength(1);
});

it("joins one of its own version after that one died in a call, and runs the call no second time", async () => {
  const [deviceId] = world.phones.ids;
  for (const phone of world.phones.lab.phones) phone.order({ kind: "hang", service: /input/ });
  const id = proxy.post("tools/call", { name: "tapAt", arguments: { x: 190, y: 564, deviceId } });
  await until(() => inputServices().length > 0);

  await world.killDaemon();
  const lost = await proxy.response(id);
  const after = await proxy.request("tools/call", { name: "listDevices" });

  expect(JSON.stringify(resultOf(lost))).toContain(String.raw`\"effect\":\"may_have_run\"`);
  expect(after.body["result"]).toMatchObject({ structuredContent: { complete: true } });
  expect(await world.daemon()).toMatchObject({ version: VERSION });
  expect(proxy.stderr().match(/the daemon is another process now/g)).toHaveLength(1);
  expect(inputServices()).toHaveLength(1);
});
