import type { Device } from "../../src/devices/device.js";
import type { DeviceDriver } from "../../src/devices/deviceDriver.js";
import type { DeviceSource, SourceReport } from "../../src/devices/inventory.js";
import type { VirtualDevices } from "../../src/devices/virtualDevices.js";

/** What a source shows, and how its parts end. */
export interface FakeSourceOptions {
  readonly devices?: readonly Device[];
  readonly report?: SourceReport;
  readonly virtual?: VirtualDevices;
  readonly close?: () => Promise<void>;
}

/** A source that shows these devices. Its drivers drive nothing; each is named after its device in `driven`. */
export function fakeSource(
  name: string,
  options: FakeSourceOptions = {},
): DeviceSource & { readonly driven: readonly string[] } {
  const driven: string[] = [];
  return {
    name,
    driven,
    ...(options.virtual === undefined ? {} : { virtual: options.virtual }),
    async discover(signal) {
      signal.throwIfAborted();
      return {
        devices: options.devices ?? [],
        report: options.report ?? { source: name, outcome: "complete" },
      };
    },
    driver(device): DeviceDriver {
      driven.push(device.id);
      const fails = () => Promise.reject(new Error("this driver drives nothing"));
      return {
        platform: device.platform,
        facts: fails,
        uiTree: fails,
        screenshot: fails,
        listApps: fails,
        tap: fails,
        longPress: fails,
        swipe: fails,
        inputText: fails,
        pressButton: fails,
        launchApp: fails,
        terminateApp: fails,
        logs: fails,
        openUrl: fails,
        installApp: fails,
        uninstallApp: fails,
        clearAppData: fails,
        setOrientation: fails,
        shutDown: fails,
      };
    },
    close: options.close ?? (async () => undefined),
  };
}
