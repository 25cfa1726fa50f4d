import type { DeviceState, NotReadyReason } from "../device.js";

/** What a state word of adb means: usable as far as adb knows (`device`), or the state that keeps the device from being used. */
export type AdbState = { readonly is: "attached" } | Exclude<DeviceState, { readonly is: "ready" }>;

const REASONS: ReadonlyMap<string, NotReadyReason> = new Map([
  ["offline", "offline"],
  ["unauthorized", "unauthorized"],
  ["authorizing", "authorizing"],
  ["connecting", "connecting"],
  ["recovery", "recovery"],
  ["rescue", "rescue"],
  ["sideload", "sideload"],
  ["bootloader", "bootloader"],
  ["host", "host"],
  ["detached", "detached"],
]);

/**
 * Reads the state of one line of adb's device list. Only the exact word `device` is usable; a word that is not known stays
 * as it is, and is never taken for one that is.
 */
export function parseAdbState(stateText: string): AdbState {
  if (stateText === "device") return { is: "attached" };
  if (stateText.startsWith("no permissions")) return { is: "not_ready", reason: "no_permissions", detail: stateText };
  const reason = REASONS.get(stateText);
  return reason === undefined ? { is: "unknown", text: stateText } : { is: "not_ready", reason };
}

/** Whether adb itself is about to change this state, within moments, without anybody doing anything. */
export function isPassing(state: AdbState): boolean {
  return state.is === "not_ready" && (state.reason === "connecting" || state.reason === "authorizing");
}
