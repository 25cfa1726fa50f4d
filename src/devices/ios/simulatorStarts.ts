import type { Device } from "../device.js";
import type { VirtualDevice, VirtualDevices } from "../virtualDevices.js";
import { commandFailed } from "../deviceRefusals.js";
import { bootSimulator } from "./simulatorLife.js";
import { createSimctlLine } from "./toolLine.js";
import type { Xcrun } from "./xcrun.js";

/** The simulators that can be started: those whose system is installed, running or not. */
export function createSimulatorStarts(
  xcrun: Xcrun,
  listSimulators: (signal: AbortSignal) => Promise<readonly Device[]>,
): VirtualDevices {
  return {
    platform: "ios",
    async list(signal) {
      return (await listSimulators(signal)).filter(isStartable).map(toVirtualDevice);
    },
    async start({ deviceId, name }, signal, onProgress) {
      if (deviceId === undefined) {
        throw commandFailed(name, {
          what: "start",
          output: "it has no id",
          hint: "Call startDevice with another name.",
        });
      }
      onProgress({ done: 0, message: `${name} is starting` });
      await bootSimulator(createSimctlLine(xcrun, deviceId), signal);
      return { deviceId };
    },
  };
}

function isStartable({ state }: Device): boolean {
  return state.is !== "not_ready" || state.reason !== "runtime_missing";
}

function toVirtualDevice({ id, name, osVersion }: Device): VirtualDevice {
  return {
    platform: "ios",
    name,
    deviceId: id,
    ...(osVersion === undefined ? {} : { osVersion: `iOS ${osVersion}` }),
  };
}
