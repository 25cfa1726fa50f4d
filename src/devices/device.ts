import type { Candidate, DeviceKind, Platform } from "../core/refusal.js";
import { quoteText } from "../core/quoteText.js";

/** Why a device cannot be driven now. `unknown` carries the word that its source used. */
export type NotReadyReason =
  | "booting"
  | "offline"
  | "unauthorized"
  | "authorizing"
  | "connecting"
  | "recovery"
  | "rescue"
  | "sideload"
  | "bootloader"
  | "host"
  | "no_permissions"
  | "detached"
  | "shutdown"
  | "unreachable"
  | "unresponsive"
  | "unsupported"
  | "unpaired"
  | "developer_mode_off"
  | "runtime_missing";

/** What state a device is in. Only `ready` may be driven. */
export type DeviceState =
  | { readonly is: "ready" }
  | { readonly is: "not_ready"; readonly reason: NotReadyReason; readonly detail?: string }
  | { readonly is: "unknown"; readonly text: string };

/** One more way in which the same device is attached, for example Wi-Fi beside USB. */
export interface DeviceAlias {
  readonly id: string;
  readonly state: DeviceState;
}

/** Something that a device cannot do for now, ready or not, in words of ours. It stays a candidate: nothing is picked by it. */
export interface DeviceLimit {
  readonly meaning: string;
  /** What to do about it: whole sentences. */
  readonly remedy: string;
}

/**
 * One attached device as one snapshot shows it. Immutable: a change gives a new snapshot.
 *
 * `identity` tells whether an id still belongs to the same device later: the hardware serial, or for emulators and
 * serials that are not unique, AVD name and boot id. Absent when the device could not say; then it never matches. It
 * stays inside the process: only a hash of it is signed into request state.
 */
export interface Device {
  readonly id: string;
  readonly platform: Platform;
  readonly kind: DeviceKind;
  readonly name: string;
  readonly model?: string;
  readonly osVersion?: string;
  readonly state: DeviceState;
  readonly identity?: string;
  /** New at each start of the device, where it said so. Two sources that show one identity in one boot show one device. */
  readonly bootId?: string;
  readonly aliases: readonly DeviceAlias[];
  /** Absent when there are none. */
  readonly limits?: readonly DeviceLimit[];
  /** The name of the source that found it, as in `Snapshot.sources`. */
  readonly source: string;
}

/** What a refusal shows of a device. */
export function toCandidate(device: Device): Candidate {
  return {
    deviceId: device.id,
    platform: device.platform,
    name: quoteText(device.name),
    ...(device.model === undefined ? {} : { model: quoteText(device.model) }),
    ...(device.osVersion === undefined ? {} : { osVersion: quoteText(device.osVersion) }),
    kind: device.kind,
  };
}
