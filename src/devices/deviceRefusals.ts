import { quoteText } from "../core/quoteText.js";
import { Refusal, type Effect } from "../core/refusal.js";

/** The connection to the device, or what drives it, is gone, or the id no longer means that device. */
export function deviceLost(deviceId: string, { effect, why }: { effect: Effect; why: string }): Refusal {
  return new Refusal({
    code: "device_lost",
    message: `The connection to "${quoteText(deviceId)}" is gone: ${quoteText(why)}. ${effectText(effect)}`,
    hint: hintAfter(effect),
    data: { deviceId, effect },
  });
}

/** The device did not answer in time. */
export function timedOut(deviceId: string, { effect, timeoutMs }: { effect: Effect; timeoutMs: number }): Refusal {
  return new Refusal({
    code: "timed_out",
    message: `"${quoteText(deviceId)}" did not answer within ${timeoutMs} ms. ${effectText(effect)}`,
    hint: hintAfter(effect),
    data: { deviceId, timeoutMs, effect },
  });
}

/** The device took the command and said that it failed; `output` is what it said, `hint` the next step where one is known. */
export function commandFailed(
  deviceId: string,
  { what, output, hint }: { what: string; output: string; hint?: string | undefined },
): Refusal {
  const quoted = quoteText(output);
  return new Refusal({
    code: "command_failed",
    message: `"${quoteText(deviceId)}" could not ${what}: ${quoted === "" ? "it gave no reason" : quoted}.`,
    hint: hint ?? "Call `observe` to see what is on the screen, then decide whether to try again.",
    data: { deviceId, output: quoted },
  });
}

/** The app is not on the device. */
export function appNotInstalled(deviceId: string, appId: string): Refusal {
  return new Refusal({
    code: "app_not_installed",
    message: `${quoteText(appId)} is not installed on "${quoteText(deviceId)}".`,
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
