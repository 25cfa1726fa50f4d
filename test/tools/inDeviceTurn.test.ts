import { describe, expect, it } from "vitest";
import { createDeviceQueue } from "../../src/devices/deviceQueue.js";
import { fakeDevice, fakeUnready } from "../support/fakeDevice.js";
import { fakeDriver } from "../support/fakeDriver.js";
import { fakeInventory } from "../support/fakeInventory.js";
import { asyncRefusalOf } from "../support/refusalOf.js";
import { fakeRunner } from "./runTool.js";

const { signal } = new AbortController();

describe("calls to one device", () => {
  /** A phone whose taps end when the test says so. */
  function slowPhone(id: string) {
    const inventory = fakeInventory(fakeDevice(id), fakeDevice("other"));
    const driver = fakeDriver();
    let end = () => {};
    const until = new Promise<void>((resolve) => {
      end = resolve;
    });
    inventory.drive(id, {
      ...driver,
      tap: async (point, tapSignal) => {
        await driver.tap(point, tapSignal);
        await until;
      },
    });
    return { inventory, driver, end };
  }
  const tapOnSlow = (x: number, callSignal: AbortSignal = signal) => ({
    name: "tapAt",
    args: { x, y: 0, deviceId: "slow" },
    signal: callSignal,
  });

  it("run one after the other, and those to another device do not wait", async () => {
    const { inventory, driver, end } = slowPhone("slow");
    const runner = fakeRunner({ inventory });
    const first = runner.run(tapOnSlow(1));
    const second = runner.run(tapOnSlow(2));
    await runner.run({ name: "tapAt", args: { x: 3, y: 0, deviceId: "other" }, signal });
    expect(driver.received).toEqual(["tap 1,0"]);
    end();
    await Promise.all([first, second]);
    expect(driver.received).toEqual(["tap 1,0", "tap 2,0"]);
  });

  // case 100
  it("show in listDevices while they run", async () => {
    const { inventory, end } = slowPhone("slow");
    const runner = fakeRunner({ inventory });
    const running = runner.run(tapOnSlow(1));
    await runner.run({ name: "tapAt", args: { x: 3, y: 0, deviceId: "other" }, signal });
    const { outcome } = await runner.run({ name: "listDevices", args: {}, signal });
    expect(outcome.structured).toMatchObject({
      devices: [
        { deviceId: "slow", inUse: true },
        { deviceId: "other", inUse: false },
      ],
    });
    end();
    await running;
  });

  // case 110
  it("do not run when they are cancelled before their turn", async () => {
    const { inventory, driver, end } = slowPhone("slow");
    const runner = fakeRunner({ inventory });
    const first = runner.run(tapOnSlow(1));
    const cancelled = new AbortController();
    const second = runner.run(tapOnSlow(2, cancelled.signal));
    cancelled.abort(new Error("cancelled by the client"));
    await expect(second).rejects.toThrow("cancelled by the client");
    end();
    await first;
    expect(driver.received).toEqual(["tap 1,0"]);
  });

  // case 58
  it("do not run when their device's id has passed to another device before their turn", async () => {
    const { inventory, driver, end } = slowPhone("slow");
    const runner = fakeRunner({ inventory });
    const first = runner.run(tapOnSlow(1));
    const second = asyncRefusalOf(runner.run(tapOnSlow(2)));
    await runner.run({ name: "tapAt", args: { x: 3, y: 0, deviceId: "other" }, signal });
    inventory.attach(fakeDevice("slow", { identity: "another AVD" }));
    end();
    await first;
    expect(await second).toMatchObject({
      code: "device_lost",
      message: '"slow" went away or was replaced while tapAt waited for its turn. tapAt was not run.',
      data: { deviceId: "slow", effect: "did_not_run" },
    });
    expect(driver.received).toEqual(["tap 1,0"]);
  });

  it("do not wait for a call that only waits for the device", async () => {
    const queue = createDeviceQueue();
    const inventory = fakeInventory(fakeUnready("A", "booting"));
    const cancelled = new AbortController();
    const waiting = fakeRunner({ inventory, queue }).run({ name: "waitForDevice", args: {}, signal: cancelled.signal });
    await Promise.resolve();
    expect([...queue.busy()]).toEqual([]);
    cancelled.abort(new Error("enough"));
    await expect(waiting).rejects.toThrow("enough");
  });
});
