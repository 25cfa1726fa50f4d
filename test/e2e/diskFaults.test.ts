import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { lives } from "../support/daemonHome.js";
import { initialize, type ProxyWorld, startProxyWorld } from "../support/proxyWorld.js";
import { accepting, modernCall } from "../support/questionClient.js";
import { resultOf, type ServerProcess } from "../support/serverProcess.js";
import { type SmallDisk, smallDisk } from "../support/smallDisk.js";

const TAP = { name: "tapAt", arguments: { x: 190, y: 564 } };
const LIST = { name: "listDevices" };
const LISTED = { structuredContent: { complete: true } };

/** Each makes the disk of the state folder take nothing more, with what the system says of it then. */
const FAULTS = [
  ["full", (disk: SmallDisk) => disk.fill(), "ENOSPC"],
  ["read-only", (disk: SmallDisk) => disk.makeReadOnly(), "EROFS"],
] as const;

let disk: SmallDisk;
let world: ProxyWorld;
beforeEach(async () => {
  disk = await smallDisk();
  world = await startProxyWorld(disk.path);
});
afterEach(async () => {
  await disk.makeWritable();
  await world.close();
  await disk.remove();
});

async function started(command: "serve" | "proxy"): Promise<ServerProcess> {
  const server = world.start(command);
  await initialize(server);
  return server;
}

describe.each(FAULTS)("with the state folder on a small disk that is %s", (_, breakDisk, word) => {
  it("the direct server serves, and says that it keeps no log", async () => {
    await breakDisk(disk);
    const server = await started("serve");

    const { body } = await server.request("tools/call", {
      ...TAP,
      arguments: { x: 1, y: 1, deviceId: world.phones.ids[0] },
    });
    await server.end();

    expect(body["result"]).toMatchObject({ structuredContent: { device: { deviceId: world.phones.ids[0] } } });
    expect(server.stderr()).toMatch(new RegExp(`no log is kept: .*${word}`));
  });

  it("a proxy says of a call that it did not run, and why, and serves once there is room", async () => {
    await breakDisk(disk);
    const proxy = await started("proxy");

    const refused = JSON.stringify(resultOf(await proxy.request("tools/call", TAP)));
    await disk.makeWritable();
    await disk.free().catch(() => undefined);
    const { body } = await proxy.request("tools/call", LIST);

    expect(refused).toContain(String.raw`\"code\":\"daemon_unreachable\"`);
    expect(refused).toContain(String.raw`\"effect\":\"did_not_run\"`);
    expect(refused).toContain(word);
    expect(world.inputs()).toEqual([0, 0]);
    expect(body["result"]).toMatchObject(LISTED);
  });

  it("no daemon begins, and the words name the fault", async () => {
    await breakDisk(disk);

    const { exitCode, stderr } = await world.runDaemon(["start"]);

    expect(stderr).toContain(word);
    expect(exitCode).toBe(1);
    expect(await world.runDaemon(["status"])).toMatchObject({ stdout: "not running\n" });
  });

  it("a daemon that was there goes on, asks and runs once, and ends without a trace", async () => {
    const [, second] = world.phones.ids;
    const proxy = await started("proxy");
    await proxy.request("tools/call", LIST);
    const { pid } = await world.daemon();
    await breakDisk(disk);

    const { requestState } = resultOf(await proxy.request("tools/call", modernCall(TAP)));
    const inputResponses = { deviceChoice: accepting(second) };
    const { body } = await proxy.request("tools/call", { ...modernCall(TAP), requestState, inputResponses });
    const stop = await world.runDaemon(["stop"]);

    expect(body["result"]).toMatchObject({ structuredContent: { device: { deviceId: second } } });
    expect(world.inputs()).toEqual([0, 1]);
    expect(stop).toMatchObject({ exitCode: 0 });
    await expect.poll(() => lives(pid)).toBe(false);
  });
});

describe("once a small disk that was full has room again", () => {
  it("the log of the daemon says what is missing in it, and goes on", async () => {
    const proxy = world.startProxy();
    await proxy.request("tools/call", modernCall(TAP));
    await disk.fill();
    for (let call = 0; call < 30; call += 1) await proxy.request("tools/call", modernCall(TAP));
    await disk.free();

    await proxy.request("tools/call", modernCall(TAP));

    expect(await world.logged("lines are missing here: they could not be written")).toHaveLength(1);
    expect((await world.records()).at(-1)).toMatchObject({ outcome: "asked", topology: "proxy" });
  });
});
