import type { Device, NotReadyReason } from "../../src/devices/device.js";

/** A ready Android phone with its own identity; `changes` says what is different about it. */
export function fakeDevice(id: string, changes: Partial<Device> = {}): Device {
  return {
    id,
    platform: "android",
    kind: "hardware",
    name: `Phone ${id}`,
    state: { is: "ready" },
    identity: `serial of ${id}`,
    aliases: [],
    source: "adb",
    ...changes,
  };
}

/** A booted iOS simulator. */
export function fakeSimulator(id: string, changes: Partial<Device> = {}): Device {
  return fakeDevice(id, { platform: "ios", kind: "simulator", source: "simctl", ...changes });
}

/** An Android phone that cannot be driven now. */
export function fakeUnready(id: string, reason: NotReadyReason): Device {
  return fakeDevice(id, { state: { is: "not_ready", reason } });
}
