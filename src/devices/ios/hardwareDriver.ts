import type { Device } from "../device.js";
import type { DeviceDriver, DeviceFacts } from "../deviceDriver.js";
import { readBatteryPercent, readIsScreenOn, readScreenSize, takeWdaScreenshot } from "./wda/wdaScreen.js";
import type { Wda } from "./wda/wdas.js";
import { launchHardwareApp, listHardwareApps, terminateHardwareApp } from "./hardwareApps.js";
import { readDisplay } from "./hardwareDisplay.js";
import type { DevicectlLine } from "./toolLine.js";
import { hardwareActions } from "./iosActions.js";
import { toFacts, type SeenScreen } from "./iosFacts.js";
import { orWithoutWda } from "./orWithoutWda.js";

/** One phone or tablet, and the ways to it. */
export interface HardwareDriverOptions {
  readonly device: Device;
  readonly phone: DevicectlLine;
  readonly wda: Wda;
}

/** Drives one phone or tablet: through devicectl its apps, through its WDA what is seen and touched. */
export function createHardwareDriver(options: HardwareDriverOptions): DeviceDriver {
  const { phone, wda } = options;
  return {
    platform: "ios",
    ...wda.driver,
    ...hardwareActions(phone, wda.line),
    facts: (signal) => readFacts(options, signal),
    screenshot: (signal) => takeWdaScreenshot(wda.line, signal),
    listApps: (range, signal) => listHardwareApps(phone, range, signal),
    launchApp: (appId, signal) => launchHardwareApp(phone, appId, signal),
    terminateApp: (appId, signal) => terminateHardwareApp(phone, appId, signal),
  };
}

async function readFacts({ device, phone, wda }: HardwareDriverOptions, signal: AbortSignal): Promise<DeviceFacts> {
  const seen = await orWithoutWda<SeenScreen>(
    async () => ({
      ...(await readScreenSize(wda.line, signal)),
      isScreenOn: await readIsScreenOn(wda.line, signal),
      batteryPercent: await readBatteryPercent(wda.line, signal),
    }),
    () => readDisplay(phone, signal),
  );
  return toFacts(device, seen);
}
