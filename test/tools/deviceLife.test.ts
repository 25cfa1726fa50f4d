import { describe, expect, it, vi } from "vitest";
import { Refusal } from "../../src/core/refusal.js";
import type { VirtualDevice, VirtualDevices } from "../../src/devices/virtualDevices.js";
import { fakeDevice } from "../support/fakeDevice.js";
import { fakeInventory } from "../support/fakeInventory.js";
import { manualTimer } from "../support/manualTimer.js";
import { asyncRefusalOf } from "../support/refusalOf.js";
import { fakeRunner, requirePublishedShape } from "./runTool.js";

const { signal } = new AbortController();

/** A source that starts these, and notes which. Each gets the id `emulator-5558`, or its own. */
function startable(platform: VirtualDevices["platform"], devices: readonly Omit<VirtualDevice, "platform">[]) {
  const started: string[] = [];
  const virtual: VirtualDevices = {
    platform,
    list: async () => devices.map((device) => ({ ...device, platform })),
    async start({ name, deviceId = "emulator-5558" }) {
      started.push(name);
      return { deviceId };
    },
  };
  return { virtual, started };
}

/** simctl, out of order. */
const FAILING: VirtualDevices = {
  platform: "ios",
  async list() {
    throw new Refusal({ code: "xcode_unusable", message: "m", hint: "h", data: { tool: "simctl", cause: "c" } });
  },
  async start() {
    throw new Error("nothing was listed that could be started");
  },
};

describe("startDevice", () => {
  it("starts the one of that name, and says under which id it can be used (case 104, case 135)", async () => {
    const inventory = fakeInventory(fakeDevice("emulator-5554"), fakeDevice("emulator-5558"));
    const android = startable("android", [{ name: "Pixel_9" }, { name: "Tablet" }]);
    const ios = startable("ios", [{ name: "iPhone 17", deviceId: "SIM-1" }]);
    inventory.offer(android.virtual, ios.virtual);
    const timer = manualTimer();
    const starting = fakeRunner({ inventory, timer }).run({ name: "startDevice", args: { name: "Tablet" }, signal });
    await vi.waitFor(() => expect(timer.live()).toContain("waitForDevice poll"));
    timer.advance(1_000);
    const run = await starting;
    requirePublishedShape(run);
    expect(run.outcome.structured).toEqual({
      device: { deviceId: "emulator-5558", platform: "android", name: "Phone emulator-5558" },
      state: "ready",
      waitedMs: 1_000,
    });
    expect([android.started, ios.started]).toEqual([["Tablet"], []]);
  });

  it("starts what one source has although another cannot list what it has (case 79)", async () => {
    const inventory = fakeInventory(fakeDevice("emulator-5558"));
    const android = startable("android", [{ name: "Pixel_9" }]);
    inventory.offer(FAILING, android.virtual);
    const timer = manualTimer();
    const starting = fakeRunner({ inventory, timer }).run({ name: "startDevice", args: { name: "Pixel_9" }, signal });
    await vi.waitFor(() => expect(timer.live()).toContain("waitForDevice poll"));
    timer.advance(1_000);
    await starting;
    expect(android.started).toEqual(["Pixel_9"]);
  });

  it("waits no longer than it was told to, although the start itself hangs", async () => {
    const inventory = fakeInventory();
    const { virtual } = startable("android", [{ name: "Pixel_9" }]);
    inventory.offer({
      ...virtual,
      start: (_device, within) =>
        new Promise((_resolve, reject) => {
          within.addEventListener("abort", () => reject(new Error("given up")), { once: true });
        }),
    });
    const timer = manualTimer();
    const args = { name: "Pixel_9", timeoutMs: 5_000 };
    const starting = asyncRefusalOf(fakeRunner({ inventory, timer }).run({ name: "startDevice", args, signal }));
    await vi.waitFor(() => expect(timer.live()).toEqual(["startDevice: it starts"]));

    timer.advance(5_000);

    expect(await starting).toMatchObject({
      code: "timed_out",
      data: { deviceId: "Pixel_9", timeoutMs: 5_000, effect: "may_have_run" },
    });
    expect(timer.live()).toEqual([]);
  });

  it("does not say that nothing has a name while a source could not be asked (case 78)", async () => {
    const inventory = fakeInventory();
    inventory.offer(FAILING, startable("android", [{ name: "Pixel_9" }]).virtual);
    const call = { name: "startDevice", args: { name: "iPhone 17" }, signal };
    expect((await asyncRefusalOf(fakeRunner({ inventory }).run(call))).code).toBe("xcode_unusable");
  });

  it.each([
    [
      "a name that nothing has",
      "Pixel",
      "nothing here is called that; there are: Pixel_9; iPhone 17 (iOS 18, SIM-1); iPhone 17 (iOS 26, SIM-2)",
    ],
    [
      "a name that several have",
      "iPhone 17",
      "several are called that: iPhone 17 (iOS 18, SIM-1); iPhone 17 (iOS 26, SIM-2)",
    ],
  ])("starts nothing for %s, and lists what there is (case 20)", async (_case, name, problem) => {
    const inventory = fakeInventory();
    const android = startable("android", [{ name: "Pixel_9" }]);
    const ios = startable("ios", [
      { name: "iPhone 17", deviceId: "SIM-1", osVersion: "iOS 18" },
      { name: "iPhone 17", deviceId: "SIM-2", osVersion: "iOS 26" },
    ]);
    inventory.offer(android.virtual, ios.virtual);
    const refusal = await asyncRefusalOf(
      fakeRunner({ inventory }).run({ name: "startDevice", args: { name }, signal }),
    );
    expect(refusal).toMatchObject({ code: "invalid_arguments", data: { problems: [{ argument: "name", problem }] } });
    expect([...android.started, ...ios.started]).toEqual([]);
  });

  it("says so where nothing can be started", async () => {
    const call = { name: "startDevice", args: { name: "Pixel_9" }, signal };
    expect(await asyncRefusalOf(fakeRunner().run(call))).toMatchObject({
      data: { problems: [{ problem: "nothing here is called that; this server can start no device" }] },
    });
  });
});

describe("any other tool", () => {
  it("starts nothing while it looks for its device (case 32)", async () => {
    const inventory = fakeInventory();
    const android = startable("android", [{ name: "Pixel_9" }]);
    inventory.offer(android.virtual);
    const call = { name: "tapAt", args: { x: 1, y: 2 }, signal };
    expect((await asyncRefusalOf(fakeRunner({ inventory }).run(call))).code).toBe("no_device");
    expect(android.started).toEqual([]);
  });
});
