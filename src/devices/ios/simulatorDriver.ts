import type { WithScratchFile } from "../../core/scratchFile.js";
import type { Device } from "../device.js";
import type { DeviceDriver, DeviceFacts } from "../deviceDriver.js";
import { readIsScreenOn, readScreenSize, takeWdaScreenshot } from "./wda/wdaScreen.js";
import type { Wda } from "./wda/wdas.js";
import { launchSimulatorApp, listSimulatorApps, terminateSimulatorApp } from "./simulatorApps.js";
import { takeSimulatorScreenshot } from "./simulatorScreen.js";
import type { SimctlLine } from "./toolLine.js";
import { simulatorActions } from "./iosActions.js";
import { toFacts, type SeenScreen } from "./iosFacts.js";
import { orWithoutWda } from "./orWithoutWda.js";

/** One simulator, and the ways to it. */
export interface SimulatorDriverOptions {
  readonly device: Device;
  readonly simulator: SimctlLine;
  readonly wda: Wda;
  readonly withScratchFile: WithScratchFile;
}

/**
 * Drives one simulator: through simctl what simctl can do, through the simulator's WDA what is seen and touched. Pictures
 * come from the WDA where there is one, for its coordinates follow the way in which the screen is turned.
 */
export function createSimulatorDriver(options: SimulatorDriverOptions): DeviceDriver {
  const { simulator, wda, withScratchFile } = options;
  return {
    platform: "ios",
    ...wda.driver,
    ...simulatorActions(simulator, wda.line),
    facts: (signal) => readFacts(options, signal),
    screenshot: (signal) =>
      orWithoutWda(
        () => takeWdaScreenshot(wda.line, signal),
        () => takeSimulatorScreenshot(simulator, withScratchFile, signal),
      ),
    listApps: (range, signal) => listSimulatorApps(simulator, range, signal),
    launchApp: (appId, signal) => launchSimulatorApp(simulator, appId, signal),
    terminateApp: (appId, signal) => terminateSimulatorApp(simulator, appId, signal),
  };
}

async function readFacts(options: SimulatorDriverOptions, signal: AbortSignal): Promise<DeviceFacts> {
  const { device, simulator, wda, withScratchFile } = options;
  const seen = await orWithoutWda<SeenScreen>(
    async () => ({
      ...(await readScreenSize(wda.line, signal)),
      isScreenOn: await readIsScreenOn(wda.line, signal),
    }),
    () => takeSimulatorScreenshot(simulator, withScratchFile, signal),
  );
  return toFacts(device, seen);
}
