import type { Candidate } from "../core/refusal.js";
import { type Device, toCandidate } from "../devices/device.js";

/** What a refusal shows of these devices: sorted, so that its bytes do not depend on the order of discovery. */
export function toCandidates(devices: readonly Device[]): readonly Candidate[] {
  return sortDevices(devices).map(toCandidate);
}

/** By platform, then id, both by UTF-16 code unit; devices that share both, by all that is known of them. */
export function sortDevices(devices: readonly Device[]): readonly Device[] {
  return devices
    .map((device) => ({ device, keys: [device.platform, device.id, JSON.stringify(device)] }))
    .sort((a, b) => compareKeys(a.keys, b.keys))
    .map(({ device }) => device);
}

function compareKeys(a: readonly string[], b: readonly string[]): number {
  for (const [index, key] of a.entries()) {
    const other = b[index] ?? "";
    if (key !== other) return key < other ? -1 : 1;
  }
  return 0;
}
