import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Lab, LabPhone } from "../../src/lab/lab.js";
import { startLab } from "../../src/lab/startLab.js";
import { findAdb } from "../support/adbBinary.js";
import { type RealAdbServer, startRealAdbServer } from "../support/adbServer.js";
import { manualTimer } from "../support/manualTimer.js";

const adb = findAdb();

describe.skipIf(adb === undefined)("how a phone stands with a real adb server", () => {
  let lab: Lab;
  let server: RealAdbServer;

  beforeAll(async () => {
    lab = await startLab({ phones: 0, timer: manualTimer() });
    server = await startRealAdbServer(adb ?? "");
  });

  afterAll(async () => {
    await lab.close();
    await server.close();
  });

  const idOf = ({ port }: LabPhone): string => `127.0.0.1:${port}`;
  const waitFor = (phone: LabPhone, state: string): Promise<string> =>
    server.text("-s", idOf(phone), `wait-for-${state}`);

  it.each([
    ["unauthorized", "failed to authenticate to", "unauthorized"],
    ["recovery", "connected to", "recovery"],
    ["bootloader", "connected to", "bootloader"],
    ["a word of a later adb", "connected to", "host"],
  ])("shows: %s", async (adbState, answer, shown) => {
    const phone = await lab.addPhone({ adbState });
    expect((await server.run(["connect", idOf(phone)])).stdout.toString()).toContain(answer);
    expect(await server.text("devices")).toContain(`${idOf(phone)}\t${shown}\n`);
  });

  it("follows when a person allows the computer on the phone", async () => {
    const phone = await lab.addPhone({ adbState: "unauthorized" });
    await server.run(["connect", idOf(phone)]);
    phone.setAdbState("device");
    await waitFor(phone, "device");
    expect(await server.text("-s", idOf(phone), "shell", "getprop", "ro.serialno")).toBe(`${phone.serial}\n`);
  });

  it("comes back by itself after the connection broke in the middle of a command that had run", async () => {
    const phone = await lab.addPhone();
    const id = await server.attach(phone.port);
    const end = phone.order({ kind: "sever", service: /input tap/, ran: true });
    const { stdout } = await server.run(["-s", id, "shell", "input tap 5 5; echo done"]);
    expect(stdout.toString()).toBe("");
    expect(phone.received().length).toBe(1);
    end();
    await waitFor(phone, "device");
    expect(await server.text("-s", id, "shell", "echo", "again")).toBe("again\n");
  });
});
