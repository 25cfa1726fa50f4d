import { type Lazy, lazily } from "../../core/lazily.js";
import type { HttpExchange } from "../../core/httpExchange.js";
import type { RunProcess } from "../../core/runProcess.js";
import type { WithScratchFile } from "../../core/scratchFile.js";
import type { DeviceSource } from "../inventory.js";
import type { WdaAddress } from "./wda/wdas.js";
import { DEVICECTL_SOURCE } from "./hardwareDevice.js";
import { SIMCTL_SOURCE } from "./simulatorDevice.js";

/** What finding and driving iOS devices needs from outside. */
export interface IosSourceOptions {
  readonly runProcess: RunProcess;
  readonly withScratchFile: WithScratchFile;
  readonly exchange: HttpExchange;
  /** Where the operator says that WDAs listen. */
  readonly wdaAddresses: readonly WdaAddress[];
}

/**
 * Simulators and hardware, which are found by different programs and so fail apart. On a machine without Xcode both are
 * absent. Neither runs or loads anything before it is first asked for something.
 */
export function createIosSources(options: IosSourceOptions): readonly DeviceSource[] {
  const simctl = lazily(async () => (await import("./simctlSource.js")).createSimctlSource(options));
  const devicectl = lazily(async () => (await import("./devicectlSource.js")).createDevicectlSource(options));
  return [
    {
      ...openedLate(SIMCTL_SOURCE, simctl),
      virtual: {
        platform: "ios",
        list: async (signal) => await (await simctl.get()).virtual.list(signal),
        start: async (device, signal, onProgress) =>
          await (await simctl.get()).virtual.start(device, signal, onProgress),
      },
    },
    openedLate(DEVICECTL_SOURCE, devicectl),
  ];
}

function openedLate(name: string, source: Lazy<DeviceSource>): DeviceSource {
  let opened: DeviceSource | undefined;
  return {
    name,
    async discover(signal) {
      opened = await source.get();
      return await opened.discover(signal);
    },
    driver(device) {
      if (opened === undefined) throw new Error(`no discovery has found ${device.id} yet`);
      return opened.driver(device);
    },
    async close() {
      await (await source.peek())?.close();
    },
  };
}
