import type { HttpExchange } from "../../core/httpExchange.js";
import type { RunProcess } from "../../core/runProcess.js";
import type { WithScratchFile } from "../../core/scratchFile.js";
import type { DeviceSource } from "../inventory.js";
import type { AgentAddress } from "./agent/deviceAgents.js";
import { DEVICECTL_SOURCE } from "./hardwareDevice.js";
import { SIMCTL_SOURCE } from "./simulatorDevice.js";

/** What finding and driving iOS devices needs from outside. */
export interface IosSourceOptions {
  readonly runProcess: RunProcess;
  readonly withScratchFile: WithScratchFile;
  readonly exchange: HttpExchange;
  /** Where the operator says that agents listen. */
  readonly agents: readonly AgentAddress[];
}

/**
 * Simulators and hardware, which are found by different programs and so fail apart. On a machine without Xcode both are
 * absent. Neither runs or loads anything before its first `discover`.
 */
export function createIosSources(options: IosSourceOptions): readonly DeviceSource[] {
  return [
    openedLate(SIMCTL_SOURCE, async () => (await import("./simctlSource.js")).createSimctlSource(options)),
    openedLate(DEVICECTL_SOURCE, async () => (await import("./devicectlSource.js")).createDevicectlSource(options)),
  ];
}

function openedLate(name: string, open: () => Promise<DeviceSource>): DeviceSource {
  let opening: Promise<DeviceSource> | undefined;
  let opened: DeviceSource | undefined;
  return {
    name,
    async discover(signal) {
      opening ??= open();
      opened = await opening;
      return await opened.discover(signal);
    },
    driver(device) {
      if (opened === undefined) throw new Error(`no discovery has found ${device.id} yet`);
      return opened.driver(device);
    },
    async close() {
      await (await opening)?.close();
    },
  };
}
