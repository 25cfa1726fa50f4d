import type { Device, DeviceAlias, DeviceState } from "../device.js";
import type { HardwareRecord } from "./hardwareList.js";

/** The name of the source of hardware. */
export const DEVICECTL_SOURCE = "devicectl";

const PHONE_PLATFORMS: readonly string[] = ["iOS", "iPadOS"];

/**
 * The phone or tablet as a device; `undefined` for simulators, which simctl lists, and for hardware of another system.
 * Its UDID is its id and its identity; CoreDevice's identifier names it too.
 */
export function toHardwareDevice(record: HardwareRecord): Device | undefined {
  const { identifier, udid, model, osVersion, platform } = record;
  const id = udid ?? identifier;
  if (id === undefined || record.isSimulated) return undefined;
  if (platform !== undefined && !PHONE_PLATFORMS.includes(platform)) return undefined;
  const state = toState(record);
  return {
    id,
    platform: "ios",
    kind: "hardware",
    name: record.name ?? model ?? id,
    ...(model === undefined ? {} : { model }),
    ...(osVersion === undefined ? {} : { osVersion }),
    state,
    identity: id,
    aliases: toAliases({ id, identifier, state }),
    source: DEVICECTL_SOURCE,
  };
}

function toAliases(known: {
  readonly id: string;
  readonly identifier: string | undefined;
  readonly state: DeviceState;
}): readonly DeviceAlias[] {
  const { id, identifier, state } = known;
  return identifier === undefined || identifier === id ? [] : [{ id: identifier, state }];
}

function toState({ pairingState, tunnelState, developerMode }: HardwareRecord): DeviceState {
  switch (pairingState) {
    case "paired":
      return developerMode === "disabled"
        ? { is: "not_ready", reason: "developer_mode_off" }
        : toReachability(tunnelState);
    case "unsupported":
      return { is: "not_ready", reason: "unsupported", detail: "devicectl drives iOS 17 and newer" };
    case "unpaired":
    case "pairingInProgress":
      return { is: "not_ready", reason: "unpaired" };
    default:
      return { is: "unknown", text: `pairing: ${pairingState ?? "devicectl does not say"}` };
  }
}

/** `disconnected` is how a phone rests that can be reached: the tunnel to it is made when it is needed. */
function toReachability(tunnelState: string | undefined): DeviceState {
  switch (tunnelState) {
    case "connected":
    case "disconnected":
      return { is: "ready" };
    case "connecting":
      return { is: "not_ready", reason: "connecting" };
    case "unavailable":
      return { is: "not_ready", reason: "unreachable" };
    default:
      return { is: "unknown", text: `connection: ${tunnelState ?? "devicectl does not say"}` };
  }
}
