import type { DeviceSource } from "../inventory.js";
import { createDeviceAgents } from "./agent/deviceAgents.js";
import { createDiscovery } from "./discovery.js";
import type { IosSourceOptions } from "./iosSources.js";
import { SIMCTL_SOURCE, toSimulatorDevice } from "./simulatorDevice.js";
import { createSimulatorDriver } from "./simulatorDriver.js";
import { parseSimulatorList } from "./simulatorList.js";
import { readSimulatorProcessIds } from "./simulatorProcesses.js";
import { createSimctlLine } from "./toolLine.js";
import { createXcrun } from "./xcrun.js";

/** The first call after a start of the machine, or after a change of Xcode, starts services and takes its time. */
const LIST_TIMEOUT_MS = 20_000;

/** `createIosSources`' simulators, with what is loaded late. */
export function createSimctlSource(options: IosSourceOptions): DeviceSource {
  const { runProcess, withScratchFile, exchange } = options;
  const xcrun = createXcrun(runProcess);
  const agents = createDeviceAgents(exchange, options.agents);

  return {
    name: SIMCTL_SOURCE,
    discover: createDiscovery({
      tool: "simctl",
      timeoutMs: LIST_TIMEOUT_MS,
      async look(signal) {
        const args = ["list", "devices", "-j"];
        const end = await xcrun({ tool: "simctl", args, timeoutMs: LIST_TIMEOUT_MS }, signal);
        const records = end.is === "done" ? parseSimulatorList(end.stdout) : undefined;
        return { end, devices: records?.flatMap((record) => toSimulatorDevice(record) ?? []) };
      },
    }),
    driver(device) {
      const simulator = createSimctlLine(xcrun, device.id);
      const processIds = (signal: AbortSignal) => readSimulatorProcessIds(simulator, signal);
      const owner = { deviceId: device.id, kind: "simulator", osVersion: device.osVersion, processIds } as const;
      const agent = agents.agentOf(owner, []);
      return createSimulatorDriver({ device, simulator, agent, withScratchFile });
    },
    close: () => agents.close(),
  };
}
