import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fakeDevice } from "../../support/fakeDevice.js";
import { executionTarget } from "../../../src/targeting/executionTarget.js";
import { PHONE, SIMULATOR_A, SIMULATOR_B, worldPhone, worldSimulator } from "../../support/fakeXcrun.js";
import { refusalOf } from "../../support/refusalOf.js";
import { request } from "../../targeting/targetRequest.js";
import { iosWorldOfProcesses, type IosWorld } from "./iosWorld.js";

const OPEN = { requiresDeviceId: false };

let world: IosWorld;

beforeEach(async () => {
  world = await iosWorldOfProcesses({ simulators: [worldSimulator(SIMULATOR_A)], phones: [worldPhone()] });
});

afterEach(async () => world.close());

describe("looking for iOS devices", () => {
  it("finds simulators and phones, and drops the simulators that devicectl lists too", async () => {
    const { devices, sources } = await world.snapshot();

    expect(devices.map(({ id, source }) => `${id} by ${source}`)).toEqual([
      `${PHONE.udid} by devicectl`,
      `${SIMULATOR_A} by simctl`,
    ]);
    expect(sources).toEqual([
      { source: "simctl", outcome: "complete" },
      { source: "devicectl", outcome: "complete" },
    ]);
  });

  it("loses no simulator to a runtime that simctl writes twice", async () => {
    world.xcrun.change((now) => {
      now.hasTwinRuntimes = true;
      now.simulators.push(worldSimulator(SIMULATOR_B));
    });

    const { devices } = await world.snapshot();

    expect(devices.map(({ id }) => id)).toEqual([PHONE.udid, SIMULATOR_A, SIMULATOR_B]);
  });

  it("does not prove the only device while one of the two programs fails (case 77)", async () => {
    world.xcrun.change((now) => {
      now.faults.devicectl = { kind: "exit", code: 1, stderr: "ERROR: CoreDeviceService was unable to start." };
    });

    const snapshot = await world.snapshot();

    expect(snapshot.devices.map(({ id }) => id)).toEqual([SIMULATOR_A]);
    expect(refusalOf(() => executionTarget(snapshot, request(), OPEN))).toMatchObject({
      code: "discovery_incomplete",
      data: { failedSources: [{ source: "devicectl" }], candidates: [{ deviceId: SIMULATOR_A }] },
    });
  });

  it("says of each program that fails why, and goes on with the other (case 78, case 79)", async () => {
    world.xcrun.change((now) => {
      now.faults.simctl = { kind: "exit", code: 1, stderr: "CoreSimulatorService connection became invalid." };
    });

    const { devices, sources } = await world.snapshot();

    expect(devices.map(({ id }) => id)).toEqual([PHONE.udid]);
    expect(sources).toMatchObject([
      {
        source: "simctl",
        outcome: "failed",
        platform: "ios",
        refusal: {
          code: "xcode_unusable",
          message:
            "`xcrun simctl` cannot be used: it ended with status 1: CoreSimulatorService connection became invalid.",
        },
      },
      { source: "devicectl", outcome: "complete" },
    ]);
  });

  it("asks once more when a program prints nothing (case 94)", async () => {
    world.xcrun.change((now) => {
      now.faults.simctl = { kind: "empty", times: 1 };
      now.faults.devicectl = { kind: "empty", times: 1 };
    });

    const { devices, sources } = await world.snapshot();

    expect(devices).toHaveLength(2);
    expect(sources).toMatchObject([{ outcome: "complete" }, { outcome: "complete" }]);
    expect(world.xcrun.calls()).toHaveLength(4);
  });

  it("asks twice at the most, and never takes silence for an empty list (case 94)", async () => {
    world.xcrun.change((now) => {
      now.faults.simctl = { kind: "empty", times: 5 };
    });

    const { sources } = await world.snapshot();

    expect(sources[0]).toMatchObject({
      outcome: "failed",
      refusal: { code: "xcode_unusable", data: { tool: "simctl", cause: "it was asked twice and gave no list" } },
    });
    expect(world.xcrun.calls().filter(([tool]) => tool === "simctl")).toHaveLength(2);
  });

  it("does not wait for a program that asks for leave on its first start (case 94)", async () => {
    world.xcrun.change((now) => {
      now.faults.simctl = { kind: "stdin" };
    });

    const { sources } = await world.snapshot();

    expect(sources[0]).toMatchObject({
      outcome: "failed",
      refusal: { hint: "Run `sudo xcodebuild -license accept` on this machine, then call again." },
    });
  });

  it("lists a phone that is away, and never counts it (case 80)", async () => {
    world.xcrun.change((now) => {
      now.simulators = [];
      now.phones = [worldPhone({ tunnelState: "unavailable" })];
    });

    const snapshot = await world.snapshot();

    expect(refusalOf(() => executionTarget(snapshot, request(), OPEN))).toMatchObject({
      code: "no_device",
      data: {
        excluded: [
          { deviceId: PHONE.udid, reason: "it is paired with this computer, but switched off or out of reach" },
        ],
      },
    });
  });

  it("counts no simulator that is shut down, and starts none (case 11)", async () => {
    world.xcrun.change((now) => {
      now.simulators = [worldSimulator(SIMULATOR_A, { state: "Shutdown" })];
    });

    const target = executionTarget(await world.snapshot(), request(), OPEN);

    expect(target).toMatchObject({ device: { id: PHONE.udid, kind: "hardware" }, origin: "only_one" });
    expect(world.xcrun.world().simulators[0]?.state).toBe("Shutdown");
  });

  it("breaks no tie between simulators that are booted (case 9, case 10, case 12)", async () => {
    world.xcrun.change((now) => {
      now.phones = [];
      now.simulators = [
        worldSimulator(SIMULATOR_A, { apps: [] }),
        worldSimulator(SIMULATOR_B, { name: "iPhone 16 with the app" }),
      ];
    });
    const snapshot = await world.snapshot();

    expect(refusalOf(() => executionTarget(snapshot, request(), OPEN))).toMatchObject({
      code: "ambiguous_device_target",
      data: { candidates: [{ deviceId: SIMULATOR_A }, { deviceId: SIMULATOR_B }] },
    });
  });

  it.each([PHONE.udid, PHONE.identifier])(
    "takes %s for the one phone that it is (case 61, case 63)",
    async (deviceId) => {
      const target = executionTarget(await world.snapshot(), request({ deviceId }), OPEN);

      expect(target).toMatchObject({ device: { id: PHONE.udid, platform: "ios" }, origin: "argument" });
    },
  );

  it("takes a named simulator, whatever else is attached (case 7, case 18)", async () => {
    world.xcrun.change((now) => now.simulators.push(worldSimulator(SIMULATOR_B)));

    const target = executionTarget(await world.snapshot(), request({ deviceId: SIMULATOR_B, platform: "ios" }), OPEN);

    expect(target.device.id).toBe(SIMULATOR_B);
  });

  it("takes no name for an id: two simulators may have one (case 20)", async () => {
    world.xcrun.change((now) => now.simulators.push(worldSimulator(SIMULATOR_B)));
    const snapshot = await world.snapshot();

    expect(refusalOf(() => executionTarget(snapshot, request({ deviceId: "iPhone 16" }), OPEN))).toMatchObject({
      code: "device_not_found",
    });
  });

  it("gives each platform its own device, in one folder and one server (case 102)", async () => {
    const { devices, sources } = await world.snapshot();
    const both = { sources, devices: [...devices, fakeDevice("A")] };

    const ofIos = executionTarget(both, request({ platform: "ios", deviceId: SIMULATOR_A }), OPEN);
    const ofAndroid = executionTarget(both, request({ platform: "android" }), OPEN);

    expect([ofIos.device.id, ofAndroid.device.id]).toEqual([SIMULATOR_A, "A"]);
  });

  it("stops with its caller", async () => {
    const caller = new AbortController();
    world.xcrun.change((now) => {
      now.faults.simctl = { kind: "hang" };
    });
    const looking = world.inventory.snapshot(caller.signal);

    await expect.poll(() => world.xcrun.calls().length, { timeout: 10_000 }).toBe(2);
    caller.abort(new Error("the caller left"));

    await expect(looking).rejects.toThrow("the caller left");
  });
});
