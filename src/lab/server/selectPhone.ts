import { assertNever } from "../../core/assertNever.js";
import type { AttachedPhone } from "../roster.js";
import type { RequestTarget } from "./request.js";

/** The one device that a request means, or why there is none, in adb's words. */
export type Selection =
  { readonly kind: "selected"; readonly entry: AttachedPhone } | { readonly kind: "failed"; readonly reason: string };

/** Picks the device of a request as adb does: one that fits, and that can be talked to. */
export function selectPhone(attached: readonly AttachedPhone[], target: RequestTarget): Selection {
  const fitting = attached.filter((entry) => fits(entry, target));
  const [entry] = fitting;
  if (entry === undefined) return { kind: "failed", reason: noneReason(target) };
  if (fitting.length > 1) return { kind: "failed", reason: severalReason(target) };
  const reason = NOT_TALKING_REASONS.get(entry.adbState);
  return reason === undefined ? { kind: "selected", entry } : { kind: "failed", reason };
}

/** Whether a device is one that the target could mean. */
export function fits(entry: AttachedPhone, target: RequestTarget): boolean {
  const { id, kind } = entry.phone.profile();
  switch (target.by) {
    case "any":
      return true;
    case "usb":
      return kind === "hardware";
    case "local":
      return kind === "emulator";
    case "serial":
      return id === target.serial;
    case "transport_id":
      return entry.transportId === target.transportId;
    default:
      return assertNever(target);
  }
}

function noneReason(target: RequestTarget): string {
  switch (target.by) {
    case "any":
      return "no devices/emulators found";
    case "usb":
      return "no devices found";
    case "local":
      return "no emulators found";
    case "serial":
      return `device '${target.serial}' not found`;
    case "transport_id":
      return `no device with transport id '${target.transportId}'`;
    default:
      return assertNever(target);
  }
}

function severalReason(target: RequestTarget): string {
  switch (target.by) {
    case "usb":
    case "serial":
    case "transport_id":
      return "more than one device";
    case "local":
      return "more than one emulator";
    case "any":
      return "more than one device/emulator";
    default:
      return assertNever(target);
  }
}

const NOT_TALKING_REASONS: ReadonlyMap<string, string> = new Map([
  ["authorizing", "device still authorizing"],
  ["connecting", "device still connecting"],
  ["offline", "device offline"],
  [
    "unauthorized",
    "device unauthorized.\nThis adb server's $ADB_VENDOR_KEYS is not set\nTry 'adb kill-server' if that seems wrong.\nOtherwise check for a confirmation dialog on your device.",
  ],
]);
