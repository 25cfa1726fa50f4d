import { parseJson } from "../../core/parseJson.js";
import { asDeviceId, asList, asText, propertyOf, reach } from "./foreignJson.js";

/** One device as `devicectl list devices` has it. What a record does not say is `undefined`. */
export interface HardwareRecord {
  /** CoreDevice's own id. */
  readonly identifier: string | undefined;
  /** The hardware's id, as Xcode shows it. */
  readonly udid: string | undefined;
  readonly name: string | undefined;
  readonly model: string | undefined;
  readonly osVersion: string | undefined;
  /** `iOS` for phones and tablets alike. */
  readonly platform: string | undefined;
  readonly isSimulated: boolean;
  readonly pairingState: string | undefined;
  readonly tunnelState: string | undefined;
  readonly developerMode: string | undefined;
}

/**
 * Reads the JSON that `devicectl list devices --json-output` writes; `undefined` when it is none. Every field is optional,
 * and a record that lacks some, or is none at all, never takes another one with it.
 */
export function parseHardwareList(text: string): readonly HardwareRecord[] | undefined {
  const devices = reach(parseJson(text), "result", "devices");
  if (!Array.isArray(devices)) return undefined;
  return asList(devices).flatMap((device) => toRecord(device));
}

function toRecord(device: unknown): readonly HardwareRecord[] {
  const identifier = asDeviceId(propertyOf(device, "identifier"));
  const udid = asDeviceId(reach(device, "hardwareProperties", "udid"));
  if (identifier === undefined && udid === undefined) return [];
  return [
    {
      identifier,
      udid,
      name: asText(reach(device, "deviceProperties", "name")),
      model:
        asText(reach(device, "hardwareProperties", "marketingName")) ??
        asText(reach(device, "hardwareProperties", "productType")),
      osVersion: asText(reach(device, "deviceProperties", "osVersionNumber")),
      platform: asText(reach(device, "hardwareProperties", "platform")),
      isSimulated: isSimulated(device),
      pairingState: asText(reach(device, "connectionProperties", "pairingState")),
      tunnelState: asText(reach(device, "connectionProperties", "tunnelState")),
      developerMode: asText(reach(device, "deviceProperties", "developerModeStatus")),
    },
  ];
}

/** Newer versions list simulators too, and say so in either place. */
function isSimulated(device: unknown): boolean {
  const reality = asText(reach(device, "hardwareProperties", "reality"));
  return (reality !== undefined && reality !== "physical") || propertyOf(device, "visibilityClass") === "simulators";
}
