import { type Lazy, lazily } from "../../core/lazily.js";
import type { HttpExchange } from "../../core/httpExchange.js";
import type { Log } from "../../core/log.js";
import type { RunProcess } from "../../core/runProcess.js";
import type { WithScratchFile } from "../../core/scratchFile.js";
import type { Timer } from "../../core/timer.js";
import type { DeviceSource } from "../inventory.js";
import { withPatience } from "../withPatience.js";
import type { WdaAddress } from "./wda/wdas.js";
import { toFailedReport } from "./discovery.js";
import { DEVICECTL_SOURCE } from "./hardwareDevice.js";
import { xcodeUnusable } from "./iosRefusals.js";
import { SIMCTL_SOURCE } from "./simulatorDevice.js";

/** What finding and driving iOS devices needs from outside. */
export interface IosSourceOptions {
  readonly runProcess: RunProcess;
  readonly withScratchFile: WithScratchFile;
  readonly exchange: HttpExchange;
  /** Where the operator says that WDAs listen. */
  readonly wdaAddresses: readonly WdaAddress[];
  readonly timer: Timer;
  readonly log: Log;
}

/** devicectl looks around for five seconds and needs a moment to start; what takes longer than this hangs. */
export const PATIENCE_MS = 8_000;

/**
 * Simulators and hardware, which are found by different programs and so fail apart. On a machine without Xcode both are
 * absent. Neither runs or loads anything before it is first asked for something, and one that hangs holds up no other
 * device for longer than `PATIENCE_MS`.
 */
export function createIosSources(options: IosSourceOptions): readonly DeviceSource[] {
  const simctl = lazily(async () => (await import("./simctlSource.js")).createSimctlSource(options));
  const devicectl = lazily(async () => (await import("./devicectlSource.js")).createDevicectlSource(options));
  return [
    {
      ...hurried(openedLate(SIMCTL_SOURCE, simctl), options),
      virtual: {
        platform: "ios",
        list: async (signal) => await (await simctl.get()).virtual.list(signal),
        start: async (device, signal, onProgress) =>
          await (await simctl.get()).virtual.start(device, signal, onProgress),
      },
    },
    hurried(openedLate(DEVICECTL_SOURCE, devicectl), options),
  ];
}

function hurried(source: DeviceSource, { timer, log }: IosSourceOptions): DeviceSource {
  const cause = `it has not listed its devices in ${PATIENCE_MS} ms`;
  const overdue = toFailedReport(source.name, xcodeUnusable(source.name, { cause }));
  return withPatience(source, { timer, log, patienceMs: PATIENCE_MS, overdue });
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
