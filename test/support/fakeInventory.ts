import type { Device } from "../../src/devices/device.js";
import type { DeviceDriver } from "../../src/devices/deviceDriver.js";
import type { Inventory, Snapshot, SourceReport } from "../../src/devices/inventory.js";
import type { VirtualDevices } from "../../src/devices/virtualDevices.js";
import { type FakeDriver, fakeDriver } from "./fakeDriver.js";

/** Devices that a test plugs in and out. */
export interface FakeInventory extends Inventory {
  /** What is attached from now on. */
  attach(...devices: readonly Device[]): void;
  /** How the sources ended from now on; one that answered, at first. */
  report(...sources: readonly SourceReport[]): void;
  /** Gives a device another driver than the plain one that it has. */
  drive(id: string, driver: DeviceDriver): void;
  /** What can be started from now on. */
  offer(...virtual: readonly VirtualDevices[]): void;
  /** How many snapshots were taken. */
  snapshots(): number;
  /** What the plain driver of a device was told. */
  received(id: string): readonly string[];
}

/** Makes an inventory that shows these devices. */
export function fakeInventory(...attached: readonly Device[]): FakeInventory {
  let now: Snapshot = { devices: attached, sources: [{ source: "adb", outcome: "complete" }] };
  let virtual: readonly VirtualDevices[] = [];
  let taken = 0;
  const others = new Map<string, DeviceDriver>();
  const plain = new Map<string, FakeDriver>();
  const plainDriver = (device: Device): FakeDriver => {
    const driver = plain.get(device.id) ?? fakeDriver({ platform: device.platform });
    plain.set(device.id, driver);
    return driver;
  };
  return {
    async snapshot() {
      taken += 1;
      return now;
    },
    driver: (device) => others.get(device.id) ?? plainDriver(device),
    get virtual() {
      return virtual;
    },
    close: async () => {},
    offer(...offered) {
      virtual = offered;
    },
    attach(...devices) {
      now = { ...now, devices };
    },
    report(...sources) {
      now = { ...now, sources };
    },
    drive(id, driver) {
      others.set(id, driver);
    },
    snapshots: () => taken,
    received: (id) => plain.get(id)?.received ?? [],
  };
}
