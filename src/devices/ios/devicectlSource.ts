import type { DeviceSource } from "../inventory.js";
import { createDeviceAgents } from "./agent/deviceAgents.js";
import { createDiscovery } from "./discovery.js";
import { readHardwareProcessIds } from "./hardwareApps.js";
import { DEVICECTL_SOURCE, toHardwareDevice } from "./hardwareDevice.js";
import { createHardwareDriver } from "./hardwareDriver.js";
import { parseHardwareList } from "./hardwareList.js";
import type { IosSourceOptions } from "./iosSources.js";
import { createDevicectlLine } from "./toolLine.js";
import { createXcrun } from "./xcrun.js";

/** devicectl's own limit for looking around, in seconds; it takes no smaller one. */
const LOOK_AROUND_S = 5;
const LIST_TIMEOUT_MS = 20_000;

/** `createIosSources`' phones and tablets, with what is loaded late. */
export function createDevicectlSource(options: IosSourceOptions): DeviceSource {
  const { runProcess, withScratchFile, exchange } = options;
  const xcrun = createXcrun(runProcess);
  const agents = createDeviceAgents(exchange, options.agents);

  return {
    name: DEVICECTL_SOURCE,
    discover: createDiscovery({
      tool: "devicectl",
      timeoutMs: LIST_TIMEOUT_MS,
      look: async (signal) =>
        await withScratchFile("devices.json", async (file) => {
          const args = ["list", "devices", "--timeout", String(LOOK_AROUND_S), "--json-output", file.path];
          const end = await xcrun({ tool: "devicectl", args, timeoutMs: LIST_TIMEOUT_MS }, signal);
          const answer = end.is === "done" ? await file.read() : undefined;
          const records = parseHardwareList(answer?.toString("utf8") ?? "");
          return { end, devices: records?.flatMap((record) => toHardwareDevice(record) ?? []) };
        }),
    }),
    driver(device) {
      const phone = createDevicectlLine({ xcrun, withScratchFile }, device.id);
      const processIds = (signal: AbortSignal) => readHardwareProcessIds(phone, signal);
      const owner = { deviceId: device.id, kind: "hardware", osVersion: device.osVersion, processIds } as const;
      const aliases = device.aliases.map(({ id }) => id);
      return createHardwareDriver({ device, phone, agent: agents.agentOf(owner, aliases) });
    },
    close: () => agents.close(),
  };
}
