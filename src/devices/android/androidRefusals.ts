import { quoteText } from "../../core/quoteText.js";
import { Refusal } from "../../core/refusal.js";
import { commandFailed } from "../deviceRefusals.js";
import { addressText, type ServerAddress } from "./serverSocket.js";

/** No adb program is on this machine, and its server is down. `tried` names every place looked at. */
export function adbNotFound(address: ServerAddress, tried: readonly string[]): Refusal {
  return new Refusal({
    code: "adb_not_found",
    message: `No adb server answers at ${addressText(address)}, and no adb program was found to start one. Looked at: ${tried.join(", ") || "no place at all"}.`,
    hint: "Install Android's platform-tools, or set AUTOMOBILE_ADB to the path of adb, then call again.",
    data: { tried },
  });
}

/** Something keeps this process from talking with the adb server. `hint` is the next step of a person. */
export function adbUnreachable(address: ServerAddress, { cause, hint }: { cause: string; hint?: string }): Refusal {
  return new Refusal({
    code: "adb_unreachable",
    message: `The adb server at ${addressText(address)} cannot be used: ${quoteText(cause)}.`,
    hint: hint ?? "Run `adb start-server` on the machine that the devices are attached to, then call again.",
    data: { address: addressText(address), cause: quoteText(cause) },
  });
}

/** As `commandFailed` of every device; where Android's answer names a switch of the phone, the hint does too. */
export function shellFailed(deviceId: string, { what, output }: { what: string; output: string }): Refusal {
  const hint = output.includes("INJECT_EVENTS")
    ? "The phone does not let adb touch its screen. Ask its owner to switch on `USB debugging (Security settings)` in the developer options."
    : undefined;
  return commandFailed(deviceId, { what, output, hint });
}
