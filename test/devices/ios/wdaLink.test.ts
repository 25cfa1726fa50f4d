import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { HttpExchange } from "../../../src/core/httpExchange.js";
import { createHttpExchange } from "../../../src/system/httpExchange.js";
import { systemTimer } from "../../../src/system/systemTimer.js";
import { closedPort } from "../../support/closedPort.js";
import { PHONE, SIMULATOR_A, SIMULATOR_B, worldPhone, worldSimulator } from "../../support/fakeXcrun.js";
import { executionTarget } from "../../../src/targeting/executionTarget.js";
import { asyncRefusalOf, refusalOf } from "../../support/refusalOf.js";
import { stubWebDriverAgent, type StubWebDriverAgent, type StubDevice } from "../../support/stubWebDriverAgent.js";
import { request } from "../../targeting/targetRequest.js";
import { iosWorld, NEVER, type IosWorld } from "./iosWorld.js";

const POINT = { x: 300, y: 600 };
const HOME = "com.apple.springboard";

/** What a WDA in that simulator sees: its home screen is in front. */
function onSimulator(udid: string, changes: Partial<StubDevice> = {}): StubDevice {
  const pid = worldSimulator(udid).homePid;
  return { isSimulator: true, osVersion: "18.2", front: () => ({ bundleId: HOME, pid }), ...changes };
}

const ON_PHONE: StubDevice = {
  isSimulator: false,
  osVersion: "18.2",
  front: () => ({ bundleId: "com.example.notes", pid: 321 }),
};

const closers: (() => Promise<void>)[] = [];
let wdaOfA: StubWebDriverAgent;

beforeEach(async () => {
  wdaOfA = await wda(onSimulator(SIMULATOR_A));
});

afterEach(async () => {
  await Promise.all(closers.splice(0).map(async (close) => close()));
});

async function wda(device: StubDevice, port = 0): Promise<StubWebDriverAgent> {
  const stub = await stubWebDriverAgent(device, port);
  closers.push(stub.close);
  return stub;
}

/** Two booted simulators of one model and version, and a phone; WDAs at the addresses given by device. */
async function open(addresses: Readonly<Record<string, string>>, exchange?: HttpExchange): Promise<IosWorld> {
  const world = await iosWorld(
    { simulators: [worldSimulator(SIMULATOR_A), worldSimulator(SIMULATOR_B)], phones: [worldPhone()] },
    {
      wdaAddresses: Object.entries(addresses).map(([deviceId, url]) => ({ deviceId, url: new URL(url) })),
      ...(exchange === undefined ? {} : { exchange }),
    },
  );
  closers.push(world.close);
  return world;
}

describe("a device's WDA", () => {
  it("is used once it is proven to run on that simulator", async () => {
    const world = await open({ [SIMULATOR_A]: wdaOfA.url });
    const driver = await world.driver(SIMULATOR_A);

    await driver.tap(POINT, NEVER);

    expect(wdaOfA.acts().map(({ method, path }) => `${method} ${path}`)).toEqual(["POST /session", "POST /actions"]);
  });

  it("is never one that listens at its address but runs on another simulator (case 97)", async () => {
    const world = await open({ [SIMULATOR_B]: wdaOfA.url });
    const driver = await world.driver(SIMULATOR_B);

    const refusal = await asyncRefusalOf(driver.tap(POINT, NEVER));

    expect(refusal).toMatchObject({ code: "unsupported_on_device", data: { deviceId: SIMULATOR_B } });
    expect(refusal.message).toContain(
      "the app that the WebDriverAgent there sees in front does not run on this device",
    );
    expect(wdaOfA.acts()).toEqual([]);
  });

  it("is found among those of several simulators (case 97)", async () => {
    const wdaOfB = await wda(onSimulator(SIMULATOR_B));
    const ports = new Map([
      ["8100", wdaOfA.port],
      ["8103", wdaOfB.port],
    ]);
    const nowhere = await closedPort();
    const world = await open({}, mapped(ports, nowhere));
    const driver = await world.driver(SIMULATOR_B);

    await driver.tap(POINT, NEVER);

    expect(wdaOfA.acts()).toEqual([]);
    expect(wdaOfB.acts().at(-1)).toMatchObject({ path: "/actions" });
  });

  it("is not looked for at an address that belongs to another device", async () => {
    const ports = new Map([["8100", wdaOfA.port]]);
    // Only the look at B, whose address it is, comes there.
    const world = await open({ [SIMULATOR_B]: "http://127.0.0.1:8100" }, mapped(ports, await closedPort()));
    const driver = await world.driver(SIMULATOR_A);

    expect(await asyncRefusalOf(driver.tap(POINT, NEVER))).toMatchObject({ code: "unsupported_on_device" });
    expect(wdaOfA.requests.map(({ path }) => path)).toEqual(["/status"]);
  });

  it("keeps the session that somebody else opened, and does not end it", async () => {
    wdaOfA.openSession("theirs");
    const world = await open({ [SIMULATOR_A]: wdaOfA.url });
    const driver = await world.driver(SIMULATOR_A);

    await driver.tap(POINT, NEVER);
    await world.inventory.close();

    expect(wdaOfA.sessionId()).toBe("theirs");
  });

  it("is left as it was: a session of ours is ended (case 98)", async () => {
    const world = await open({ [SIMULATOR_A]: wdaOfA.url });
    const driver = await world.driver(SIMULATOR_A);

    await driver.tap(POINT, NEVER);
    await world.inventory.close();

    expect(wdaOfA.sessionId()).toBeUndefined();
  });

  it("is proven anew when it was restarted, and the tap is made once", async () => {
    const world = await open({ [SIMULATOR_A]: wdaOfA.url });
    const driver = await world.driver(SIMULATOR_A);
    await driver.tap(POINT, NEVER);

    wdaOfA.restart();
    await driver.tap(POINT, NEVER);

    expect(wdaOfA.acts().map(({ path }) => path)).toEqual(["/session", "/actions", "/actions", "/session", "/actions"]);
  });

  it("is not the one that took its place at the same address (case 97)", async () => {
    const world = await open({ [SIMULATOR_A]: wdaOfA.url });
    const driver = await world.driver(SIMULATOR_A);
    await driver.tap(POINT, NEVER);
    await wdaOfA.close();
    const wdaOfB = await wda(onSimulator(SIMULATOR_B), wdaOfA.port);

    const refusal = await asyncRefusalOf(driver.tap(POINT, NEVER));

    expect(refusal.code).toBe("unsupported_on_device");
    expect(wdaOfB.acts()).toMatchObject([{ method: "POST", path: "/actions" }]);
    expect(wdaOfB.requests[0]).toMatchObject({ path: "/actions" });
  });

  it("is looked for again after it was missing", async () => {
    const port = await closedPort();
    const world = await open({ [SIMULATOR_A]: `http://127.0.0.1:${port}` });
    const driver = await world.driver(SIMULATOR_A);
    expect(await asyncRefusalOf(driver.tap(POINT, NEVER))).toMatchObject({ code: "unsupported_on_device" });

    const late = await wda(onSimulator(SIMULATOR_A), port);
    await driver.tap(POINT, NEVER);

    expect(late.acts().at(-1)).toMatchObject({ path: "/actions" });
  });
});

describe("a list of devices", () => {
  it("says of each device what it cannot do without a WDA, and proves none (case 136)", async () => {
    const nowhere = await closedPort();
    const world = await open(
      { [SIMULATOR_A]: wdaOfA.url },
      mapped(new Map([[String(wdaOfA.port), wdaOfA.port]]), nowhere),
    );

    const { devices } = await world.snapshot();

    expect(devices.map(({ id, limits }) => [id, limits?.map(({ meaning }) => meaning)])).toEqual([
      [
        PHONE.udid,
        [
          "without a WebDriverAgent it cannot be seen, touched, typed into or turned, or open a URL (no address of one is known)",
        ],
      ],
      [SIMULATOR_A, undefined],
      [
        SIMULATOR_B,
        [
          "without a WebDriverAgent it cannot be seen by observe, touched, typed into or turned (none answers from http://127.0.0.1:8100 to http://127.0.0.1:8109)",
        ],
      ],
    ]);
    expect(wdaOfA.requests.map(({ path }) => path)).toEqual(["/status"]);
  });

  it("does not say that a WDA is missing which is only busy", async () => {
    wdaOfA.failNext("/status", "hangs");
    const world = await open({ [SIMULATOR_A]: wdaOfA.url });

    expect((await world.device(SIMULATOR_A)).limits).toBeUndefined();
  });

  it("picks no device by the WDA that it has (case 10, case 12)", async () => {
    const snapshot = await (await open({ [SIMULATOR_A]: wdaOfA.url })).snapshot();

    const call = request({ tool: "swipe", platform: "ios" });
    const refusal = refusalOf(() => executionTarget(snapshot, call, { requiresDeviceId: false }));

    expect(refusal.code).toBe("ambiguous_device_target");
  });
});

describe("what speaks against a WDA", () => {
  it.each([
    {
      is: "hardware in place of a simulator",
      device: onSimulator(SIMULATOR_A, { isSimulator: false }),
      says: "it runs on hardware",
    },
    {
      is: "another version of iOS",
      device: onSimulator(SIMULATOR_A, { osVersion: "17.5" }),
      says: "it runs on iOS 17.5",
    },
    {
      is: "no process that could be compared",
      device: onSimulator(SIMULATOR_A, { front: () => ({ bundleId: HOME, pid: 0 }) }),
      says: "does not say which app is in front",
    },
  ])("$is", async ({ device, says }) => {
    const other = await wda(device);
    const world = await open({ [SIMULATOR_A]: other.url });
    const driver = await world.driver(SIMULATOR_A);

    expect((await asyncRefusalOf(driver.tap(POINT, NEVER))).message).toContain(says);
    expect(other.acts()).toEqual([]);
  });

  it.each(["answers_html", "breaks_off"] as const)("a listener that %s", async (fault) => {
    const world = await open({ [SIMULATOR_A]: wdaOfA.url });
    const driver = await world.driver(SIMULATOR_A);
    wdaOfA.failNext("/status", fault);

    expect(await asyncRefusalOf(driver.tap(POINT, NEVER))).toMatchObject({ code: "unsupported_on_device" });
    expect(wdaOfA.acts()).toEqual([]);
  });
});

describe("a phone's WDA", () => {
  it.each([PHONE.udid, PHONE.identifier])("may be named by %s (case 61)", async (id) => {
    const wdaOfPhone = await wda(ON_PHONE);
    const world = await open({ [id]: wdaOfPhone.url });
    const driver = await world.driver(PHONE.udid);

    await driver.tap(POINT, NEVER);

    expect(wdaOfPhone.acts().at(-1)).toMatchObject({ path: "/actions" });
  });

  it("is not that of another phone of the same model and version (case 97)", async () => {
    const wdaOfOther = await wda({ ...ON_PHONE, front: () => ({ bundleId: "com.example.notes", pid: 999 }) });
    const world = await open({ [PHONE.udid]: wdaOfOther.url });
    const driver = await world.driver(PHONE.udid);

    expect(await asyncRefusalOf(driver.tap(POINT, NEVER))).toMatchObject({ code: "unsupported_on_device" });
    expect(wdaOfOther.acts()).toEqual([]);
  });

  it("is not looked for at ports that nobody named for it", async () => {
    const world = await open({}, mapped(new Map([["8100", (await wda(ON_PHONE)).port]]), await closedPort()));
    const driver = await world.driver(PHONE.udid);

    expect((await asyncRefusalOf(driver.tap(POINT, NEVER))).message).toContain("no address of one is known");
  });
});

/** The ports where WDAs are looked for lead to stubs; the rest lead nowhere. */
function mapped(ports: ReadonlyMap<string, number>, nowhere: number): HttpExchange {
  const exchange = createHttpExchange(systemTimer);
  return async (request) => {
    const url = new URL(request.url);
    url.port = String(ports.get(url.port) ?? nowhere);
    return exchange({ ...request, url });
  };
}
