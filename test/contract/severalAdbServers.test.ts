import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAndroidSources, PATIENCE_MS } from "../../src/devices/android/androidSources.js";
import { createInventory, type Inventory, type Snapshot } from "../../src/devices/inventory.js";
import type { Lab, LabPhone } from "../../src/lab/lab.js";
import { startLab } from "../../src/lab/startLab.js";
import { breathe } from "../../src/system/breathe.js";
import { systemTimer } from "../../src/system/systemTimer.js";
import { findAdb } from "../support/adbBinary.js";
import { startRealAdbServer, type RealAdbServer } from "../support/adbServer.js";
import { closedPort } from "../support/closedPort.js";
import { startFakeAdbServer, type FakeAdbServer } from "../support/fakeAdbServer.js";
import { fakeLog } from "../support/fakeLog.js";
import { scriptedRunner } from "../support/scriptedRunner.js";
import { unaborted } from "../support/unaborted.js";

const adb = findAdb();
const FIRST_LOOK_MS = PATIENCE_MS + 1500;
const LATER_LOOK_MS = 500;

function inventoryOf(first: number, ...others: readonly number[]): Inventory {
  return createInventory({
    sources: createAndroidSources({
      address: { host: "127.0.0.1", port: first, isStartable: false },
      others: others.map((port) => ({ host: "127.0.0.1", port })),
      findAdb: async () => ({ is: "not_found", tried: [] }),
      runProcess: scriptedRunner(() => ({ outcome: "not_started", reason: "nothing is started here" })).run,
      openFile: async () => ({ is: "unreadable", reason: "nothing is installed here" }),
      breathe,
      timer: systemTimer,
      log: fakeLog(),
    }),
  });
}

function outcomes({ sources }: Snapshot): Readonly<Record<string, string>> {
  return Object.fromEntries(sources.map(({ source, outcome }) => [source, outcome]));
}

async function timed<T>(work: Promise<T>): Promise<{ readonly value: T; readonly tookMs: number }> {
  const startedAt = systemTimer.now();
  const value = await work;
  return { value, tookMs: systemTimer.now() - startedAt };
}

describe.skipIf(adb === undefined)("several real adb servers", () => {
  let lab: Lab;
  let phones: readonly [LabPhone, LabPhone];
  let here: RealAdbServer;
  let farm: RealAdbServer;
  let silent: FakeAdbServer;

  beforeAll(async () => {
    [here, farm, silent, lab] = await Promise.all([
      startRealAdbServer(adb ?? "adb"),
      startRealAdbServer(adb ?? "adb"),
      startFakeAdbServer(),
      startLab({ phones: 2, timer: systemTimer }),
    ]);
    const [first, second] = lab.phones;
    if (first === undefined || second === undefined) throw new Error("the lab has fewer than two phones");
    phones = [first, second];
    await here.attach(first.port);
    await farm.attach(second.port);
  });

  afterAll(async () => {
    await Promise.all([here.close(), farm.close(), silent.close(), lab.close()]);
  });

  it("are one list, where each id leads to its own phone and no other", async () => {
    const inventory = inventoryOf(here.port, farm.port);
    const { devices } = await inventory.snapshot(unaborted);
    expect(devices.map(({ id }) => id).sort()).toEqual(
      [`127.0.0.1:${phones[0].port}`, `127.0.0.1:${phones[1].port}@127.0.0.1:${farm.port}`].sort(),
    );
    const remote = devices.filter(({ id }) => id.includes("@"));
    for (const device of remote) await inventory.driver(device).tap({ x: 1, y: 2 }, unaborted);
    expect(phones.map((phone) => phone.received().length)).toEqual([0, 1]);
    await inventory.close();
  });

  it("show a phone that both are connected to as one device", async () => {
    // case 52
    await farm.attach(phones[0].port);
    const inventory = inventoryOf(here.port, farm.port);
    const { devices } = await inventory.snapshot(unaborted);
    const shared = devices.filter(({ aliases }) => aliases.length > 0);
    expect(shared.map(({ id, aliases }) => [id, ...aliases.map((alias) => alias.id)])).toEqual([
      [`127.0.0.1:${phones[0].port}`, `127.0.0.1:${phones[0].port}@127.0.0.1:${farm.port}`],
    ]);
    expect(devices).toHaveLength(2);
    await farm.text("disconnect", `127.0.0.1:${phones[0].port}`);
    await inventory.close();
  });

  it("are not held up by one that accepts and never answers, and that one counts as failed", async () => {
    const inventory = inventoryOf(here.port, silent.address.port);
    const first = await timed(inventory.snapshot(unaborted));
    const later = await timed(inventory.snapshot(unaborted));
    expect(outcomes(later.value)).toEqual({ adb: "complete", [`adb@127.0.0.1:${silent.address.port}`]: "failed" });
    expect(later.value.devices).toHaveLength(1);
    expect(first.tookMs).toBeLessThan(FIRST_LOOK_MS);
    expect(later.tookMs).toBeLessThan(LATER_LOOK_MS);
    await inventory.close();
  });

  it("fail apart: the one that is killed, and nothing of the other", async () => {
    const dying = await startRealAdbServer(adb ?? "adb");
    await dying.attach(phones[1].port);
    const inventory = inventoryOf(here.port, dying.port);
    expect((await inventory.snapshot(unaborted)).devices).toHaveLength(2);
    await dying.close();
    const { value, tookMs } = await timed(inventory.snapshot(unaborted));
    expect(outcomes(value)).toEqual({ adb: "complete", [`adb@127.0.0.1:${dying.port}`]: "failed" });
    expect(value.devices.map(({ id }) => id)).toEqual([`127.0.0.1:${phones[0].port}`]);
    expect(tookMs).toBeLessThan(FIRST_LOOK_MS);
    await inventory.close();
  });

  it("name the variable to correct where one is down", async () => {
    const port = await closedPort();
    const inventory = inventoryOf(here.port, port);
    const { sources } = await inventory.snapshot(unaborted);
    expect(sources[1]).toMatchObject({
      source: `adb@127.0.0.1:${port}`,
      refusal: {
        code: "adb_unreachable",
        hint: "Start the adb server on that machine, or take it out of AUTOMOBILE_ADB_SERVERS and start this server again, then call again.",
      },
    });
    await inventory.close();
  });
});
