import type { Device } from "../device.js";
import type { DeviceDriver, DeviceFacts } from "../deviceDriver.js";
import { readBatteryPercent, readIsScreenOn, readScreenSize, takeAgentScreenshot } from "./agent/agentScreen.js";
import type { DeviceAgent } from "./agent/deviceAgents.js";
import { launchHardwareApp, listHardwareApps, terminateHardwareApp } from "./hardwareApps.js";
import { readDisplay } from "./hardwareDisplay.js";
import type { DevicectlLine } from "./toolLine.js";
import { hardwareActions } from "./iosActions.js";
import { toFacts, type SeenScreen } from "./iosFacts.js";
import { withoutAgent } from "./withoutAgent.js";

/** One phone or tablet, and the ways to it. */
export interface HardwareDriverOptions {
  readonly device: Device;
  readonly phone: DevicectlLine;
  readonly agent: DeviceAgent;
}

/** Drives one phone or tablet: through devicectl its apps, through its agent what is seen and touched. */
export function createHardwareDriver(options: HardwareDriverOptions): DeviceDriver {
  const { phone, agent } = options;
  return {
    platform: "ios",
    ...agent.driver,
    ...hardwareActions(phone, agent.line),
    facts: (signal) => readFacts(options, signal),
    screenshot: (signal) => takeAgentScreenshot(agent.line, signal),
    listApps: (includeSystem, signal) => listHardwareApps(phone, includeSystem ? "all" : "installed_by_user", signal),
    launchApp: (appId, signal) => launchHardwareApp(phone, appId, signal),
    terminateApp: (appId, signal) => terminateHardwareApp(phone, appId, signal),
  };
}

async function readFacts({ device, phone, agent }: HardwareDriverOptions, signal: AbortSignal): Promise<DeviceFacts> {
  const seen = await withoutAgent<SeenScreen>(
    async () => ({
      ...(await readScreenSize(agent.line, signal)),
      isScreenOn: await readIsScreenOn(agent.line, signal),
      batteryPercent: await readBatteryPercent(agent.line, signal),
    }),
    () => readDisplay(phone, signal),
  );
  return toFacts(device, seen);
}
