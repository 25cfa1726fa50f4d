import type { Device, DeviceState } from "../device.js";
import type { SimulatorRecord } from "./simulatorList.js";

/** The name of the source of simulators. */
export const SIMCTL_SOURCE = "simctl";

/** `com.apple.CoreSimulator.SimRuntime.iOS-18-2`, or `iOS 12.1` as old versions write it. */
const IOS_RUNTIME = /(?:^|\.)(?:iOS|iPadOS)[- ](?<version>\d+(?:[-.]\d+)*)$/;
/** The same of any system of Apple's. */
const ANY_RUNTIME = /(?:^|\.)(?:\p{L}+OS)[- ]\d/u;

/**
 * The simulator as a device; `undefined` for one of another system than iOS, such as a watch. Its UDID is its identity:
 * none is ever given to two.
 */
export function toSimulatorDevice(record: SimulatorRecord): Device | undefined {
  const osVersion = IOS_RUNTIME.exec(record.runtime)?.groups?.["version"]?.replaceAll("-", ".");
  if (osVersion === undefined && ANY_RUNTIME.test(record.runtime)) return undefined;
  const model = toModel(record.deviceType);
  return {
    id: record.udid,
    platform: "ios",
    kind: "simulator",
    name: record.name ?? model ?? record.udid,
    ...(model === undefined ? {} : { model }),
    ...(osVersion === undefined ? {} : { osVersion }),
    state: toState(record),
    identity: record.udid,
    aliases: [],
    source: SIMCTL_SOURCE,
  };
}

function toState({ state, isAvailable, availabilityError }: SimulatorRecord): DeviceState {
  if (isAvailable === false || availabilityError !== undefined) {
    return {
      is: "not_ready",
      reason: "runtime_missing",
      ...(availabilityError === undefined ? {} : { detail: availabilityError }),
    };
  }
  switch (state) {
    case "Booted":
      return { is: "ready" };
    case "Booting":
      return { is: "not_ready", reason: "booting" };
    case "Shutdown":
      return { is: "not_ready", reason: "shutdown" };
    case "Shutting Down":
    case "Creating":
      return { is: "not_ready", reason: "shutdown", detail: state };
    default:
      return { is: "unknown", text: state ?? "simctl does not say" };
  }
}

/** `com.apple.CoreSimulator.SimDeviceType.iPhone-16-Pro` → `iPhone 16 Pro`. */
function toModel(deviceType: string | undefined): string | undefined {
  const last = deviceType?.split(".").at(-1)?.replaceAll("-", " ").trim();
  return last === "" ? undefined : last;
}
