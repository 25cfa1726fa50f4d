import { isAbsolute } from "node:path";
import { quoteText } from "../../core/quoteText.js";
import { Refusal } from "../../core/refusal.js";
import { invalidArgument } from "../deviceRefusals.js";
import type { DevicectlLine, SimctlLine } from "./toolLine.js";

/** Copying a large app over Wi-Fi, and the checks of its signature, take minutes. */
const INSTALL_TIMEOUT_MS = 600_000;

/** What the installer's words come down to. First match counts. */
const REASONS: readonly { readonly said: RegExp; readonly reason: string }[] = [
  {
    said: /MismatchedApplicationIdentifierEntitlement|application-identifier entitlement.*does not match/i,
    reason:
      "an app of the same id from another developer is installed; only uninstallApp, which deletes its data, makes room",
  },
  {
    said: /ApplicationVerificationFailed|provisioning profile|code signature|0xe80080|not (?:code )?signed/i,
    reason: "it is not signed for this device",
  },
  {
    said: /DeviceOSVersionTooLow|MinimumOSVersion|requires a newer version|higher than|lower than the minimum/i,
    reason: "it needs a newer version of iOS than the device has",
  },
  {
    said: /DeviceNotSupportedByThinning|DeviceFamilyNotSupported|incompatible|architecture|not built for|platform/i,
    reason: "it was not built for this kind of device: simulators and phones need builds of their own",
  },
  { said: /no space|not enough (?:space|storage)|disk is full/i, reason: "the device has no room for it" },
];

/** Installs an app on a simulator, over an earlier version if there is one. @throws Refusal `install_failed`. */
export async function installOnSimulator(simulator: SimctlLine, path: string, signal: AbortSignal): Promise<void> {
  const rest = [requireAppPath(path)];
  const reply = await simulator.ask(
    { verb: "install", rest, what: "install the app", intent: "acts", timeoutMs: INSTALL_TIMEOUT_MS },
    signal,
  );
  if (reply.is === "failed") throw installFailed(simulator.deviceId, reply.output);
}

/** The same on a phone or tablet. */
export async function installOnHardware(phone: DevicectlLine, path: string, signal: AbortSignal): Promise<void> {
  const words = ["device", "install", "app"];
  const rest = [requireAppPath(path)];
  const reply = await phone.ask(
    { words, rest, what: "install the app", intent: "acts", timeoutMs: INSTALL_TIMEOUT_MS },
    signal,
  );
  if (reply.is === "failed") throw installFailed(phone.deviceId, reply.output);
}

/** An absolute path is no option of a program, and means the same in every folder. */
function requireAppPath(path: string): string {
  if (!isAbsolute(path)) throw invalidArgument("path", "it is no absolute path");
  if (!/\.(?:app|ipa)\/?$/i.test(path)) throw invalidArgument("path", "an iOS app is an .app folder or an .ipa file");
  return path;
}

function installFailed(deviceId: string, output: string): Refusal {
  const known = REASONS.find(({ said }) => said.test(output))?.reason;
  const reason = known ?? (quoteText(output) || "the installer gave no reason");
  return new Refusal({
    code: "install_failed",
    message: `"${quoteText(deviceId)}" did not take the app: ${reason}.${known === undefined ? "" : ` It said: ${quoteText(output)}`}`,
    hint: "Build the app for this device, or name another device; then repeat installApp. What was installed before is still there.",
    data: { deviceId, reason },
  });
}
