import type { WithScratchFile } from "../../core/scratchFile.js";
import type { Device } from "../device.js";
import type { DeviceDriver, DeviceFacts } from "../deviceDriver.js";
import { readIsScreenOn, readScreenSize, takeAgentScreenshot } from "./agent/agentScreen.js";
import type { DeviceAgent } from "./agent/deviceAgents.js";
import { launchSimulatorApp, listSimulatorApps, terminateSimulatorApp } from "./simulatorApps.js";
import { takeSimulatorScreenshot } from "./simulatorScreen.js";
import type { SimctlLine } from "./toolLine.js";
import { simulatorActions } from "./iosActions.js";
import { toFacts, type SeenScreen } from "./iosFacts.js";
import { withoutAgent } from "./withoutAgent.js";

/** One simulator, and the ways to it. */
export interface SimulatorDriverOptions {
  readonly device: Device;
  readonly simulator: SimctlLine;
  readonly agent: DeviceAgent;
  readonly withScratchFile: WithScratchFile;
}

/**
 * Drives one simulator: through simctl what simctl can do, through the simulator's agent what is seen and touched. Pictures
 * come from the agent where there is one, for its coordinates follow the way in which the screen is turned.
 */
export function createSimulatorDriver(options: SimulatorDriverOptions): DeviceDriver {
  const { simulator, agent, withScratchFile } = options;
  return {
    platform: "ios",
    ...agent.driver,
    ...simulatorActions(simulator, agent.line),
    facts: (signal) => readFacts(options, signal),
    screenshot: (signal) =>
      withoutAgent(
        () => takeAgentScreenshot(agent.line, signal),
        () => takeSimulatorScreenshot(simulator, withScratchFile, signal),
      ),
    listApps: (includeSystem, signal) =>
      listSimulatorApps(simulator, includeSystem ? "all" : "installed_by_user", signal),
    launchApp: (appId, signal) => launchSimulatorApp(simulator, appId, signal),
    terminateApp: (appId, signal) => terminateSimulatorApp(simulator, appId, signal),
  };
}

async function readFacts(options: SimulatorDriverOptions, signal: AbortSignal): Promise<DeviceFacts> {
  const { device, simulator, agent, withScratchFile } = options;
  const seen = await withoutAgent<SeenScreen>(
    async () => ({
      ...(await readScreenSize(agent.line, signal)),
      isScreenOn: await readIsScreenOn(agent.line, signal),
    }),
    () => takeSimulatorScreenshot(simulator, withScratchFile, signal),
  );
  return toFacts(device, seen);
}
