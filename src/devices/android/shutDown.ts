import { quoteText } from "../../core/quoteText.js";
import { type DeviceKind, Refusal } from "../../core/refusal.js";
import type { DeviceShell } from "./deviceShell.js";
import { runAction } from "./runAction.js";
import { shell } from "./shellCommand.js";

/** A device, and whether it is one that may be shut down. */
export interface ShutDownRequest {
  readonly shell: DeviceShell;
  readonly kind: DeviceKind;
}

/**
 * Powers an emulator off, which ends its process. Through its own shell and not its console: the console is reached by a
 * port that another emulator may have by now.
 *
 * @throws Refusal `unsupported_on_device` for anything that is not known to be an emulator.
 */
export async function shutDown({ shell: device, kind }: ShutDownRequest, signal: AbortSignal): Promise<void> {
  if (kind !== "emulator") throw notAnEmulator(device.deviceId);
  try {
    await runAction(device, { command: shell`reboot -p`, what: "shut down" }, signal);
  } catch (error) {
    // Its connection goes with it, often before the command could say that it worked.
    if (error instanceof Refusal && isExpectedEnd(error)) return;
    throw error;
  }
}

function isExpectedEnd({ detail }: Refusal): boolean {
  return detail.code === "device_lost" && detail.data.effect === "may_have_run";
}

function notAnEmulator(deviceId: string): Refusal {
  return new Refusal({
    code: "unsupported_on_device",
    message: `"${quoteText(deviceId)}" is not known to be an emulator. Only emulators are shut down, never a phone in somebody's hands. Nothing was done.`,
    hint: "Ask its owner to switch it off, if that is what is wanted.",
    data: { deviceId, platform: "android" },
  });
}
