import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findAdb } from "../support/adbBinary.js";
import { startRealAdbServer, type RealAdbServer } from "../support/adbServer.js";
import { adbRequest, startRealAdbWorld, type AndroidWorld } from "../support/androidWorld.js";
import { unaborted } from "../support/unaborted.js";

const adb = findAdb();

describe.skipIf(adb === undefined)("attached twice to a real adb server", () => {
  let server: RealAdbServer;
  let world: AndroidWorld | undefined;

  beforeAll(async () => {
    server = await startRealAdbServer(adb ?? "adb");
  });

  afterAll(async () => {
    await world?.close();
    await server.close();
  });

  it("a phone and an emulator are each one device, whichever way they are driven", async () => {
    // cases 52, 57
    world = await startRealAdbWorld(server.port, [{ serial: "LABPHONE01" }, { kind: "emulator" }]);
    const ports = world.lab.phones.map((phone) => phone.port).sort();
    for (const port of ports) await adbRequest(server.port, `host:connect:localhost:${port}`);
    const devices = [...(await world.devices()).values()];
    expect(devices.map(({ id, aliases }) => [id, aliases])).toEqual(
      ports.map((port) => [`127.0.0.1:${port}`, [{ id: `localhost:${port}`, state: { is: "ready" } }]]),
    );
    expect(devices.map(({ kind }) => kind).sort()).toEqual(["emulator", "hardware"]);
    for (const device of devices) await world.source.driver(device).tap({ x: 1, y: 2 }, unaborted);
    expect(world.lab.phones.map((phone) => phone.received().length)).toEqual([1, 1]);
    for (const port of ports) await adbRequest(server.port, `host:disconnect:localhost:${port}`);
  });
});
