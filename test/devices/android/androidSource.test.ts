import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createAndroidSource } from "../../../src/devices/android/androidSource.js";
import type { DeviceSource } from "../../../src/devices/inventory.js";
import { breathe } from "../../../src/system/breathe.js";
import { closedPort } from "../../support/closedPort.js";
import { fakeAdbPhones, toLine, type FakeAdbPhone } from "../../support/fakeAdbPhones.js";
import { lengthed, startFakeAdbServer, type AnswerRequest, type FakeAdbServer } from "../../support/fakeAdbServer.js";
import { fakeDevice } from "../../support/fakeDevice.js";
import { fakeLog } from "../../support/fakeLog.js";
import { manualTimer, type ManualTimer } from "../../support/manualTimer.js";
import { DONE, scriptedRunner, type ScriptedRunner } from "../../support/scriptedRunner.js";
import { unaborted } from "../../support/unaborted.js";

const PHONE: FakeAdbPhone = { id: "TESTPHONE01", transportId: 1 };
const OTHER: FakeAdbPhone = { id: "TESTPHONE02", transportId: 2 };

let timer: ManualTimer;
let server: FakeAdbServer | undefined;
let source: DeviceSource | undefined;
let runner: ScriptedRunner;

beforeEach(() => {
  timer = manualTimer();
  runner = scriptedRunner(() => DONE);
});

afterEach(async () => {
  await source?.close();
  await server?.close();
  expect(timer.live()).toEqual([]);
});

function sourceAt(address: { host: string; port: number; isStartable: boolean }): DeviceSource {
  source = createAndroidSource({
    openFile: async () => ({ is: "unreadable", reason: "nothing is installed here" }),
    breathe,
    address,
    findAdb: async () => ({ is: "not_found", tried: ["/usr/bin/adb"] }),
    runProcess: runner.run,
    timer,
    log: fakeLog(),
  });
  return source;
}

async function sourceOver(
  answer: AnswerRequest,
): Promise<{ readonly found: DeviceSource; readonly adb: FakeAdbServer }> {
  const adb = await startFakeAdbServer(answer);
  server = adb;
  return { found: sourceAt(adb.address), adb };
}

describe("discover", () => {
  it("gives what is attached, whole, and asks nothing again while nothing changes", async () => {
    const { found, adb } = await sourceOver(fakeAdbPhones([PHONE, { ...OTHER, state: "unauthorized" }]));
    expect(adb.requests).toEqual([]);
    const first = await found.discover(unaborted);
    expect(first).toEqual({
      report: { source: "adb", outcome: "complete" },
      devices: [
        {
          id: "TESTPHONE01",
          platform: "android",
          kind: "hardware",
          name: "Model of TESTPHONE01",
          model: "Model of TESTPHONE01",
          state: { is: "ready" },
          identity: "serial:TESTPHONE01",
          aliases: [],
          source: "adb",
        },
        {
          id: "TESTPHONE02",
          platform: "android",
          kind: "unknown",
          name: "TESTPHONE02",
          state: { is: "not_ready", reason: "unauthorized" },
          aliases: [],
          source: "adb",
        },
      ],
    });
    const asked = adb.requests.length;
    const second = await found.discover(unaborted);
    expect(second.devices[0]).toBe(first.devices[0]);
    expect(adb.requests).toHaveLength(asked);
  });

  it("waits for a silent device no longer than for its probe, and then lists it beside the others", async () => {
    // cases 69, 109
    const { found, adb } = await sourceOver(fakeAdbPhones([PHONE, { ...OTHER, isSilent: true }]));
    const discovery = found.discover(unaborted);
    await adb.request("shell,v2,raw:getprop");
    await adb.request("shell,v2,raw:getprop");
    timer.advance(5_000);
    const { devices, report } = await discovery;
    expect(report.outcome).toBe("complete");
    expect(devices.map(({ id, state }) => [id, state])).toEqual([
      ["TESTPHONE01", { is: "ready" }],
      [
        "TESTPHONE02",
        {
          is: "not_ready",
          reason: "unresponsive",
          detail: '"TESTPHONE02" did not answer within 5000 ms. Nothing was changed on the device.',
        },
      ],
    ]);
  });

  it("shows a phone that is plugged in, without being asked to look", async () => {
    const phones = [PHONE];
    const { found, adb } = await sourceOver(fakeAdbPhones(phones));
    await found.discover(unaborted);
    phones.push(OTHER);
    (await adb.request("host:track-devices-l")).send(lengthed(toLine(PHONE) + toLine(OTHER)));
    await adb.request("host:tport:serial:TESTPHONE02");
    const { devices } = await found.discover(unaborted);
    expect(devices.map(({ id }) => id)).toEqual(["TESTPHONE01", "TESTPHONE02"]);
  });

  it("reads the list again when the server goes away in the middle", async () => {
    const { found, adb } = await sourceOver(fakeAdbPhones([{ ...PHONE, isSilent: true }]));
    const discovery = found.discover(unaborted);
    await adb.request("shell,v2,raw:getprop");
    await adb.close();
    server = await startFakeAdbServer(fakeAdbPhones([OTHER]), adb.address.port);
    timer.advance(250);
    expect((await discovery).devices.map(({ id }) => id)).toEqual(["TESTPHONE02"]);
  });

  it("leaves a caller who gives up at once, and goes on for the others", async () => {
    const { found, adb } = await sourceOver(fakeAdbPhones([{ ...PHONE, isSilent: true }]));
    const caller = new AbortController();
    const given = found.discover(caller.signal);
    const staying = found.discover(unaborted);
    await adb.request("shell,v2,raw:getprop");
    caller.abort(new Error("gave up"));
    await expect(given).rejects.toThrow("gave up");
    timer.advance(5_000);
    expect((await staying).devices).toHaveLength(1);
  });

  it("fails, apart from other sources, when there is no adb at all", async () => {
    const address = { host: "127.0.0.1", port: await closedPort(), isStartable: true };
    const { devices, report } = await sourceAt(address).discover(unaborted);
    expect(devices).toEqual([]);
    expect(report).toMatchObject({
      outcome: "failed",
      platform: "android",
      refusal: { code: "adb_not_found", data: { tried: ["/usr/bin/adb"] } },
    });
    expect(runner.started).toEqual([]);
  });
});

describe("driver", () => {
  it("reaches its own device and no other", async () => {
    const ran: string[] = [];
    const { found } = await sourceOver(fakeAdbPhones([PHONE, OTHER], ran));
    const { devices } = await found.discover(unaborted);
    for (const device of devices) await found.driver(device).tap({ x: 1, y: 2 }, unaborted);
    expect(ran).toEqual(["TESTPHONE01@1: shell,v2,raw:input tap 1 2", "TESTPHONE02@2: shell,v2,raw:input tap 1 2"]);
  });

  it("tells two phones with one serial apart", async () => {
    const ran: string[] = [];
    const twins = [
      { id: "C4TESTC4", transportId: 4, bootId: "aaaaaaaa-0000-4000-8000-000000000000" },
      { id: "C4TESTC4", transportId: 5, bootId: "bbbbbbbb-0000-4000-8000-000000000000" },
    ];
    const { found } = await sourceOver(fakeAdbPhones(twins, ran));
    const { devices } = await found.discover(unaborted);
    expect(devices.map(({ id, state }) => [id, state.is])).toEqual([
      ["C4TESTC4@transport-4", "ready"],
      ["C4TESTC4@transport-5", "ready"],
    ]);
    for (const device of devices) await found.driver(device).tap({ x: 1, y: 2 }, unaborted);
    expect(ran).toEqual(["C4TESTC4@4: shell,v2,raw:input tap 1 2", "C4TESTC4@5: shell,v2,raw:input tap 1 2"]);
  });

  it("is a bug to ask for before the device was found", async () => {
    const { found } = await sourceOver(fakeAdbPhones([PHONE]));
    expect(() => found.driver(fakeDevice("TESTPHONE01"))).toThrow("no discovery has found TESTPHONE01 yet");
    await found.discover(unaborted);
    expect(() => found.driver(fakeDevice("TESTPHONE01"))).toThrow("TESTPHONE01 is no device that can be driven");
  });
});

it("ends a discovery that is still waiting when it is closed", async () => {
  const { found, adb } = await sourceOver(fakeAdbPhones([{ ...PHONE, isSilent: true }]));
  const discovery = found.discover(unaborted);
  await adb.request("shell,v2,raw:getprop");
  await found.close();
  await expect(discovery).rejects.toThrow("the adb connection was closed");
  await adb.allClosed();
});

it("can be closed before it was ever used", async () => {
  const { found, adb } = await sourceOver(fakeAdbPhones([PHONE]));
  await found.close();
  expect(adb.requests).toEqual([]);
});
