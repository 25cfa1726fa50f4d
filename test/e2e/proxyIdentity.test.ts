import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { cites } from "../requirements.js";
import type { HttpListener } from "../../src/daemon/httpListener.js";
import { startDaemonFront } from "../support/daemonFront.js";
import { initialize, type ProxyWorld, startProxyWorld } from "../support/proxyWorld.js";
import { accepting } from "../support/questionClient.js";
import type { ServerProcess } from "../support/serverProcess.js";

const TAP = { name: "tapAt", arguments: { x: 190, y: 564 } };
const OTHER_PHONE = {
  kind: "other_identity",
  serial: "LABPHONE09",
  bootId: "09090909-0000-4000-8000-000000000000",
} as const;

let world: ProxyWorld;
let watcher: ServerProcess;
let front: HttpListener | undefined;

beforeEach(async () => {
  world = await startProxyWorld();
  watcher = world.startProxy();
  await initialize(watcher);
  await watcher.request("tools/call", { name: "listDevices" });
});
afterEach(async () => {
  await world.close();
  await front?.close();
  front = undefined;
});

/** From now on, proxies reach the daemon through the front. */
async function reachThroughFront(before: Parameters<typeof startDaemonFront>[1]): Promise<void> {
  const record = await world.daemon();
  front = await startDaemonFront(record.port, before);
  const file = join(world.env["AUTOMOBILE_STATE_DIR"] ?? "", "daemon.1.json");
  await writeFile(file, JSON.stringify({ ...record, port: front.port }));
}

/** The second phone's cable is pulled, and another phone comes under its id, as the daemon has noticed. */
async function passIdOn(): Promise<void> {
  const [, picked] = world.phones.lab.phones;
  const isListed = async (): Promise<boolean> =>
    (await watcher.request("tools/call", { name: "listDevices" })).line.includes(`"deviceId":"${picked?.id ?? ""}"`);
  await picked?.detach();
  while (await isListed());
  picked?.order(OTHER_PHONE);
  await picked?.attach();
  while (!(await isListed()));
}

it(
  cites(
    "T2",
    "T11",
  )`runs nothing when the picked id passes to another phone while the call is on its way to the daemon`,
  async () => {
    const [, second] = world.phones.ids;
    await reachThroughFront(async (headers) => {
      if (headers["automobile-expected-identity"] !== undefined) await passIdOn();
    });
    const proxy = world.startProxy({ answer: () => ({ result: accepting(second) }) });
    await initialize(proxy);

    const { line } = await proxy.request("tools/call", TAP);

    expect(line).toContain(String.raw`\"code\":\"device_lost\"`);
    expect(line).toContain(String.raw`\"effect\":\"did_not_run\"`);
    expect(world.inputs()).toEqual([0, 0]);
  },
);
