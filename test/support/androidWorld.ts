import { expect, vi } from "vitest";
import { createAndroidSource } from "../../src/devices/android/androidSource.js";
import { TRUSTED_MS } from "../../src/devices/android/deviceTracker.js";
import { openHostService } from "../../src/devices/android/serverConnection.js";
import { breathe } from "../../src/system/breathe.js";
import { openAppFile } from "../../src/system/appFile.js";
import type { Device } from "../../src/devices/device.js";
import type { DeviceSource } from "../../src/devices/inventory.js";
import type { Lab, LabPhone, LabPhoneProfile } from "../../src/lab/lab.js";
import { startLab } from "../../src/lab/startLab.js";
import { systemTimer } from "../../src/system/systemTimer.js";
import { fakeLog } from "./fakeLog.js";
import { manualTimer, type ManualTimer } from "./manualTimer.js";
import { scriptedRunner } from "./scriptedRunner.js";
import { unaborted } from "./unaborted.js";

const REQUEST_TIMEOUT_MS = 10_000;

/** Lab phones behind an adb server, and the product's own source over that server. */
export interface AndroidWorld {
  readonly lab: Lab;
  readonly source: DeviceSource;
  /** The source's clock; the lab's goes by itself. */
  readonly timer: ManualTimer;
  /** Port of the adb server. */
  readonly port: number;
  /** The id under which the adb server shows a phone. */
  idOf(phone: LabPhone): string;
  /** What one discovery finds, by id. */
  devices(): Promise<ReadonlyMap<string, Device>>;
  /** The device that a phone is, as a fresh discovery shows it. */
  deviceOf(phone: LabPhone): Promise<Device>;
  /** Plugs a phone in again that was detached; a real adb server has to be told. */
  attachAgain(phone: LabPhone): Promise<void>;
  close(): Promise<void>;
}

/** Starts phones and something that they are reached through. */
export type StartAndroidWorld = (phones: readonly LabPhoneProfile[]) => Promise<AndroidWorld>;

/** Phones behind the lab's own adb server, in this process. */
export const startLabWorld: StartAndroidWorld = async (phones) => {
  const lab = await startLab({ phones, timer: systemTimer });
  const server = await lab.startAdbServer();
  return world({
    lab,
    port: server.port,
    idOf: (phone) => phone.id,
    attachAgain: (phone) => phone.attach(),
    closeServer: () => server.close(),
  });
};

/** Phones behind a real adb server that listens on this port, each connected to it for as long as the world stands. */
export async function startRealAdbWorld(port: number, phones: readonly LabPhoneProfile[]): Promise<AndroidWorld> {
  const lab = await startLab({ phones, timer: systemTimer });
  const idOf = (phone: LabPhone) => `127.0.0.1:${phone.port}`;
  await Promise.all(lab.phones.map(async (phone) => await connect(port, idOf(phone))));
  return world({
    lab,
    port,
    idOf,
    async attachAgain(phone) {
      await phone.attach();
      await adbRequest(port, `host:disconnect:${idOf(phone)}`);
      await connect(port, idOf(phone));
    },
    async closeServer() {
      for (const phone of lab.phones) await adbRequest(port, `host:disconnect:${idOf(phone)}`);
    },
  });
}

/** Connects an adb server to a phone. On a busy machine adb gives up on one before it has answered, and says so. */
async function connect(port: number, id: string): Promise<void> {
  const connected = async (): Promise<void> => {
    expect(await adbRequest(port, `host:connect:${id}`)).toContain("connected to");
  };
  await vi.waitFor(connected, { timeout: 20_000, interval: 200 });
}

/** Asks an adb server for one thing, as the adb command does, and gives its answer. */
export async function adbRequest(port: number, service: string): Promise<string> {
  const signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
  const connection = await openHostService({ host: "127.0.0.1", port }, service, signal);
  const answer = await connection.readText();
  connection.close();
  return answer;
}

interface WorldParts {
  readonly lab: Lab;
  readonly port: number;
  readonly idOf: (phone: LabPhone) => string;
  readonly attachAgain: (phone: LabPhone) => Promise<void>;
  readonly closeServer: () => Promise<void>;
}

function world({ lab, port, idOf, attachAgain, closeServer }: WorldParts): AndroidWorld {
  const timer = manualTimer();
  const source = createAndroidSource({
    openFile: openAppFile,
    breathe,
    address: { host: "127.0.0.1", port, isStartable: false },
    findAdb: async () => ({ is: "not_found", tried: [] }),
    runProcess: scriptedRunner(() => ({ outcome: "not_started", reason: "nothing is started here" })).run,
    timer,
    log: fakeLog(),
  });
  const devices = async () => {
    // Old enough for the list to be compared with what adb says now.
    timer.advance(TRUSTED_MS);
    const { devices: found } = await source.discover(unaborted);
    return new Map(found.map((device) => [device.id, device]));
  };
  return {
    lab,
    source,
    timer,
    port,
    idOf,
    attachAgain,
    devices,
    async deviceOf(phone) {
      const device = (await devices()).get(idOf(phone));
      if (device === undefined) throw new Error(`${idOf(phone)} was not found`);
      return device;
    },
    async close() {
      await source.close();
      await closeServer();
      await lab.close();
    },
  };
}
