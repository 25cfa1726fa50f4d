import { describe, expect, it } from "vitest";
import { toSimulatorDevice } from "../../../src/devices/ios/simulatorDevice.js";
import type { SimulatorRecord } from "../../../src/devices/ios/simulatorList.js";

const RECORD: SimulatorRecord = {
  udid: "5E2F1C07-9B1D-4C55-8B0E-0A6D3C5B7F21",
  name: "My phone",
  state: "Booted",
  isAvailable: true,
  availabilityError: undefined,
  deviceType: "com.apple.CoreSimulator.SimDeviceType.iPhone-16-Pro",
  runtime: "com.apple.CoreSimulator.SimRuntime.iOS-18-2",
};

describe("a simulator as a device", () => {
  it("is known by its UDID, which is never another's", () => {
    expect(toSimulatorDevice(RECORD)).toEqual({
      id: "5E2F1C07-9B1D-4C55-8B0E-0A6D3C5B7F21",
      platform: "ios",
      kind: "simulator",
      name: "My phone",
      model: "iPhone 16 Pro",
      osVersion: "18.2",
      state: { is: "ready" },
      identity: "5E2F1C07-9B1D-4C55-8B0E-0A6D3C5B7F21",
      aliases: [],
      source: "simctl",
    });
  });

  it.each([
    ["Booted", { is: "ready" }],
    ["Booting", { is: "not_ready", reason: "booting" }],
    ["Shutdown", { is: "not_ready", reason: "shutdown" }],
    ["Shutting Down", { is: "not_ready", reason: "shutdown", detail: "Shutting Down" }],
    ["Creating", { is: "not_ready", reason: "shutdown", detail: "Creating" }],
    ["booted", { is: "unknown", text: "booted" }],
    [undefined, { is: "unknown", text: "simctl does not say" }],
  ])("in state %j", (state, expected) => {
    expect(toSimulatorDevice({ ...RECORD, state })?.state).toEqual(expected);
  });

  it.each([
    { isAvailable: false, state: "Booted" },
    { isAvailable: undefined, availabilityError: "runtime profile not found", state: "Booted" },
    { isAvailable: false, state: "Shutdown" },
  ])("is never ready without its runtime: %j (case 83)", (changes) => {
    expect(toSimulatorDevice({ ...RECORD, ...changes })?.state).toMatchObject({ reason: "runtime_missing" });
  });

  it("needs neither a type nor a name (case 83)", () => {
    const bare = { ...RECORD, name: undefined, deviceType: undefined, isAvailable: undefined };

    expect(toSimulatorDevice(bare)).toMatchObject({ name: RECORD.udid, state: { is: "ready" } });
  });

  it.each([
    ["com.apple.CoreSimulator.SimRuntime.iOS-18-2", "18.2"],
    ["com.apple.CoreSimulator.SimRuntime.iOS-26-0-1", "26.0.1"],
    ["iOS 12.1", "12.1"],
    ["com.example.Runtime.of-my-own", undefined],
  ])("runs the system of runtime %j", (runtime, osVersion) => {
    expect(toSimulatorDevice({ ...RECORD, runtime })?.osVersion).toBe(osVersion);
  });

  it.each([
    "com.apple.CoreSimulator.SimRuntime.watchOS-11-2",
    "com.apple.CoreSimulator.SimRuntime.tvOS-18-2",
    "com.apple.CoreSimulator.SimRuntime.xrOS-2-2",
    "tvOS 12.1",
  ])("is none of ours with runtime %j", (runtime) => {
    expect(toSimulatorDevice({ ...RECORD, runtime })).toBeUndefined();
  });
});
