import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Progress } from "../../../src/devices/deviceDriver.js";
import { SIMULATOR_A, SIMULATOR_B, worldSimulator } from "../../support/fakeXcrun.js";
import { asyncRefusalOf } from "../../support/refusalOf.js";
import { iosWorld, NEVER, type IosWorld } from "./iosWorld.js";

const OFF = "0FF00000-44C2-4F0E-B7A5-6E1D2C3B4A59";

let world: IosWorld;

beforeEach(async () => {
  world = await iosWorld({
    simulators: [
      worldSimulator(SIMULATOR_A),
      worldSimulator(SIMULATOR_B, { state: "Shutdown", name: "iPad mini" }),
      worldSimulator(OFF, { state: "Shutdown", availabilityError: "runtime profile not found" }),
    ],
  });
});

afterEach(async () => world.close());

describe("simulators that can be started", () => {
  it("are those whose system is installed, and listing them starts none", async () => {
    const listed = await Promise.all(world.inventory.virtual.map(async (source) => source.list(NEVER)));

    expect(listed.flat()).toEqual([
      { platform: "ios", name: "iPhone 16", deviceId: SIMULATOR_A, osVersion: "iOS 18.2" },
      { platform: "ios", name: "iPad mini", deviceId: SIMULATOR_B, osVersion: "iOS 18.2" },
    ]);
    expect(world.xcrun.calls()).toEqual([["simctl", "list", "devices", "-j"]]);
  });

  it("start under the id that they are listed by (case 104)", async () => {
    const told: Progress[] = [];
    const [source] = world.inventory.virtual;
    const device = { platform: "ios", name: "iPad mini", deviceId: SIMULATOR_B } as const;

    const started = await source?.start(device, NEVER, (progress) => told.push(progress));

    expect(started).toEqual({ deviceId: SIMULATOR_B });
    expect(told).toEqual([{ done: 0, message: "iPad mini is starting" }]);
    expect((await world.device(SIMULATOR_B)).state).toEqual({ is: "ready" });
  });

  it("say why they do not start", async () => {
    const [source] = world.inventory.virtual;
    const gone = { platform: "ios", name: "iPad mini", deviceId: "DEADBEEF-44C2-4F0E-B7A5-6E1D2C3B4A59" } as const;

    expect(await asyncRefusalOf(source?.start(gone, NEVER, () => undefined) ?? Promise.resolve())).toMatchObject({
      code: "device_lost",
      data: { effect: "did_not_run" },
    });
  });

  it("are none on a machine without Xcode", async () => {
    const bare = await iosWorld({}, { runProcess: async () => ({ outcome: "not_started", reason: "ENOENT" }) });

    const listed = await bare.inventory.virtual[0]?.list(NEVER);
    await bare.close();

    expect(listed).toEqual([]);
  });

  it("are not taken for none when simctl fails", async () => {
    const odd = await iosWorld({}, { runProcess: async () => ({ outcome: "timed_out", stdout: "", stderr: "" }) });

    const refusal = await asyncRefusalOf(odd.inventory.virtual[0]?.list(NEVER) ?? Promise.resolve());
    await odd.close();

    expect(refusal.code).toBe("xcode_unusable");
  });
});
