import type { Device } from "../device.js";
import type { DeviceSource } from "../inventory.js";
import { createWdas, type Wda } from "./wda/wdas.js";
import { withWdaLimit } from "./wdaLimit.js";
import { createDiscovery } from "./discovery.js";
import { readHardwareProcessIds } from "./hardwareApps.js";
import { DEVICECTL_SOURCE, toHardwareDevice } from "./hardwareDevice.js";
import { createHardwareDriver } from "./hardwareDriver.js";
import { parseHardwareList } from "./hardwareList.js";
import type { IosSourceOptions } from "./iosSources.js";
import { createDevicectlLine, type DevicectlLine } from "./toolLine.js";
import { createXcrun } from "./xcrun.js";

/** devicectl's own limit for looking around, in seconds; it takes no smaller one. */
const LOOK_AROUND_S = 5;
const LIST_TIMEOUT_MS = 20_000;

/** `createIosSources`' phones and tablets, with what is loaded late. */
export function createDevicectlSource(options: IosSourceOptions): DeviceSource {
  const { runProcess, withScratchFile, exchange } = options;
  const xcrun = createXcrun(runProcess);
  const wdas = createWdas(exchange, options.wdaAddresses);

  function wdaOf({ id, osVersion, aliases }: Device, phone: DevicectlLine): Wda {
    const processIds = (signal: AbortSignal) => readHardwareProcessIds(phone, signal);
    const owner = { deviceId: id, kind: "hardware", osVersion, processIds } as const;
    return wdas.wdaOf(
      owner,
      aliases.map((alias) => alias.id),
    );
  }

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
      async withLimits(device, signal) {
        const wda = wdaOf(device, createDevicectlLine({ xcrun, withScratchFile }, device.id));
        return await withWdaLimit(
          device,
          { wda, without: "be seen, touched, typed into or turned, or open a URL" },
          signal,
        );
      },
    }),
    driver(device) {
      const phone = createDevicectlLine({ xcrun, withScratchFile }, device.id);
      return createHardwareDriver({ device, phone, wda: wdaOf(device, phone) });
    },
    close: () => wdas.close(),
  };
}
