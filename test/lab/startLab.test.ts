import { afterEach, describe, expect, it } from "vitest";
import type { Lab, LabOptions } from "../../src/lab/lab.js";
import { startLab } from "../../src/lab/startLab.js";
import { askAdbServer } from "../support/adbRequest.js";
import { openAdbWire } from "../support/adbWire.js";
import { closedPort } from "../support/closedPort.js";
import { manualTimer } from "../support/manualTimer.js";

const labs: Lab[] = [];

async function labOf(phones: LabOptions["phones"], latencyMs = 0): Promise<Lab> {
  const lab = await startLab({ phones, latencyMs, timer: manualTimer() });
  labs.push(lab);
  return lab;
}

afterEach(() => Promise.all(labs.splice(0).map((lab) => lab.close())));

describe("a lab", () => {
  it("has phones that a person tells apart", async () => {
    const { phones } = await labOf(4);
    expect(
      phones.map(({ id, serial, manufacturer, model, osVersion, kind }) => [
        id,
        serial,
        manufacturer,
        model,
        osVersion,
        kind,
      ]),
    ).toEqual([
      ["LABPHONE01", "LABPHONE01", "Google", "Pixel 9", "15", "hardware"],
      ["LABPHONE02", "LABPHONE02", "samsung", "SM-S921B", "14", "hardware"],
      ["emulator-5554", "LABEMULATOR03", "Google", "sdk_gphone64_x86_64", "13", "emulator"],
      ["LABPHONE04", "LABPHONE04", "Fairphone", "FP5", "13", "hardware"],
    ]);
  });

  it("has phones as they were ordered", async () => {
    const port = await closedPort();
    const { phones } = await labOf([
      { serial: "TWIN", model: "My Phone", osVersion: "14", port },
      { serial: "TWIN", id: "127.0.0.1:9", kind: "emulator", avdName: "Small" },
    ]);
    expect(phones.map(({ id, serial, model, osVersion }) => [id, serial, model, osVersion])).toEqual([
      ["TWIN", "TWIN", "My Phone", "14"],
      ["127.0.0.1:9", "TWIN", "sdk_gphone16k_x86_64", "15"],
    ]);
    expect(phones[0]?.port).toBe(port);
  });

  it("starts two hundred phones, each on a port of its own", async () => {
    const lab = await labOf(200);
    expect(new Set(lab.phones.map(({ port }) => port)).size).toBe(200);
    const { port } = await lab.startAdbServer();
    expect((await askAdbServer(port, "host:devices")).split("\n").length).toBe(201);
  });

  it("refuses a port that is taken", async () => {
    const lab = await labOf(1);
    await expect(lab.addPhone({ port: lab.phones[0]?.port ?? 0 })).rejects.toThrow("EADDRINUSE");
    await expect(lab.startAdbServer({ port: lab.phones[0]?.port ?? 0 })).rejects.toThrow("EADDRINUSE");
    expect(lab.phones.length).toBe(1);
  });

  it("leaves no phone running when one of them cannot start", async () => {
    const [free, taken] = [await closedPort(), (await labOf(1)).phones[0]?.port ?? 0];
    await expect(labOf([{ port: free }, { port: taken }])).rejects.toThrow("EADDRINUSE");
    await expect(openAdbWire(free)).rejects.toThrow("ECONNREFUSED");
  });

  it("numbers phones that are added at once", async () => {
    const lab = await labOf(0);
    const phones = await Promise.all([lab.addPhone(), lab.addPhone(), lab.addPhone()]);
    expect(phones.map(({ id }) => id)).toEqual(["LABPHONE01", "LABPHONE02", "emulator-5554"]);
  });

  it("takes a phone away and brings it back on the same port", async () => {
    const lab = await labOf(1);
    const [phone] = lab.phones;
    const port = phone?.port ?? 0;
    const wire = await openAdbWire(port);
    await phone?.detach();
    await phone?.detach();
    await wire.hungUp;
    await expect(openAdbWire(port)).rejects.toThrow("ECONNREFUSED");
    await phone?.attach();
    await phone?.attach();
    (await openAdbWire(port)).close();
  });

  it("leaves nothing behind when it closes", async () => {
    const lab = await labOf(2);
    const { port } = await lab.startAdbServer();
    const tracking = askAdbServer(port, "host:track-devices");
    await lab.close();
    expect(await tracking).toMatch(/^(OKAY.*)?$/s);
    await expect(openAdbWire(port)).rejects.toThrow("ECONNREFUSED");
    await expect(openAdbWire(lab.phones[1]?.port ?? 0)).rejects.toThrow("ECONNREFUSED");
  });

  it("waits its latency before every service, on its own clock", async () => {
    const timer = manualTimer();
    const lab = await startLab({ phones: 1, latencyMs: 40, timer });
    labs.push(lab);
    const { port } = await lab.startAdbServer();
    const answer = askAdbServer(port, "host:transport:LABPHONE01", "exec:echo hi");
    while (timer.live().length === 0) await new Promise((resolve) => setImmediate(resolve));
    timer.advance(40);
    expect(await answer).toBe("OKAYOKAYhi\n");
  });
});
