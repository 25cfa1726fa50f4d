import { Refusal } from "../../core/refusal.js";
import type { Device } from "../device.js";
import type { DeviceSource } from "../inventory.js";
import type { VirtualDevices } from "../virtualDevices.js";
import { createWdas, type Wda } from "./wda/wdas.js";
import { withWdaLimit } from "./wdaLimit.js";
import { createDiscovery } from "./discovery.js";
import type { IosSourceOptions } from "./iosSources.js";
import { SIMCTL_SOURCE, toSimulatorDevice } from "./simulatorDevice.js";
import { createSimulatorDriver } from "./simulatorDriver.js";
import { parseSimulatorList } from "./simulatorList.js";
import { readSimulatorProcessIds } from "./simulatorProcesses.js";
import { createSimulatorStarts } from "./simulatorStarts.js";
import { createSimctlLine, type SimctlLine } from "./toolLine.js";
import { createXcrun } from "./xcrun.js";

/** The first call after a start of the machine, or after a change of Xcode, starts services and takes its time. */
const LIST_TIMEOUT_MS = 20_000;

/** A source that can also start what it finds. */
export interface SimctlSource extends DeviceSource {
  readonly virtual: VirtualDevices;
}

/** `createIosSources`' simulators, with what is loaded late. */
export function createSimctlSource(options: IosSourceOptions): SimctlSource {
  const { runProcess, withScratchFile, exchange } = options;
  const xcrun = createXcrun(runProcess);
  const wdas = createWdas(exchange, options.wdaAddresses);

  function wdaOf({ id, osVersion }: Device, simulator: SimctlLine): Wda {
    const processIds = (signal: AbortSignal) => readSimulatorProcessIds(simulator, signal);
    return wdas.wdaOf({ deviceId: id, kind: "simulator", osVersion, processIds }, []);
  }

  const discover = createDiscovery({
    tool: "simctl",
    timeoutMs: LIST_TIMEOUT_MS,
    async look(signal) {
      const args = ["list", "devices", "-j"];
      const end = await xcrun({ tool: "simctl", args, timeoutMs: LIST_TIMEOUT_MS }, signal);
      const records = end.is === "done" ? parseSimulatorList(end.stdout) : undefined;
      const devices = records?.flatMap((record) => toSimulatorDevice(record) ?? []);
      return { end, devices };
    },
    async withLimits(device, signal) {
      const wda = wdaOf(device, createSimctlLine(xcrun, device.id));
      return await withWdaLimit(device, { wda, without: "be seen by observe, touched, typed into or turned" }, signal);
    },
  });

  return {
    name: SIMCTL_SOURCE,
    discover,
    virtual: createSimulatorStarts(xcrun, async (signal) => {
      const { devices, report } = await discover(signal);
      if (report.outcome === "failed") throw new Refusal(report.refusal);
      return devices;
    }),
    driver(device) {
      const simulator = createSimctlLine(xcrun, device.id);
      return createSimulatorDriver({ device, simulator, wda: wdaOf(device, simulator), withScratchFile });
    },
    close: () => wdas.close(),
  };
}
