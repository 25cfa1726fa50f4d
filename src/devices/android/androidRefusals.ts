import { quoteText } from "../../core/quoteText.js";
import { Refusal, type Effect } from "../../core/refusal.js";
import type { ServerAddress } from "./serverSocket.js";

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

/** The connection to the device is gone, or the id no longer means that device. */
export function deviceLost(deviceId: string, { effect, why }: { effect: Effect; why: string }): Refusal {
  return new Refusal({
    code: "device_lost",
    message: `The connection to ${quoteText(deviceId)} is gone: ${quoteText(why)}. ${effectText(effect)}`,
    hint: hintAfter(effect),
    data: { deviceId, effect },
  });
}

/** The device did not answer in time. */
export function timedOut(deviceId: string, { effect, timeoutMs }: { effect: Effect; timeoutMs: number }): Refusal {
  return new Refusal({
    code: "timed_out",
    message: `${quoteText(deviceId)} did not answer within ${timeoutMs} ms. ${effectText(effect)}`,
    hint: hintAfter(effect),
    data: { deviceId, timeoutMs, effect },
  });
}

/** The device ran the command and said that it failed; `output` is what it said. */
export function commandFailed(deviceId: string, { what, output }: { what: string; output: string }): Refusal {
  const quoted = quoteText(output);
  return new Refusal({
    code: "command_failed",
    message: `${quoteText(deviceId)} could not ${what}: ${quoted === "" ? "it gave no reason" : quoted}.`,
    hint: output.includes("INJECT_EVENTS")
      ? "The phone does not let adb touch its screen. Ask its owner to switch on `USB debugging (Security settings)` in the developer options."
      : "Call `observe` to see what is on the screen, then decide whether to try again.",
    data: { deviceId, output: quoted },
  });
}

/** The app is not on the device. */
export function appNotInstalled(deviceId: string, appId: string): Refusal {
  return new Refusal({
    code: "app_not_installed",
    message: `${quoteText(appId)} is not installed on ${quoteText(deviceId)}.`,
    hint: "Call `listApps` for the ids of the apps that are.",
    data: { deviceId, appId },
  });
}

/** An argument that the device side cannot take as given. */
export function invalidArgument(argument: string, problem: string): Refusal {
  return new Refusal({
    code: "invalid_arguments",
    message: `The argument ${argument} cannot be taken: ${problem}.`,
    hint: `Call again with another ${argument}.`,
    data: { problems: [{ argument, problem }] },
  });
}

function addressText(address: ServerAddress): string {
  return address.host.includes(":") ? `[${address.host}]:${address.port}` : `${address.host}:${address.port}`;
}

function effectText(effect: Effect): string {
  return effect === "did_not_run"
    ? "Nothing was changed on the device."
    : "Whether the command had its effect is not known.";
}

function hintAfter(effect: Effect): string {
  return effect === "did_not_run"
    ? "Call `listDevices` to see whether the device is there; the same call may be made again."
    : "Call `observe` on the same device to see what happened before doing it again.";
}
