import { shellFailed } from "./androidRefusals.js";
import { requireAppId } from "./appId.js";
import { requireInstalled } from "./apps.js";
import type { DeviceShell } from "./deviceShell.js";
import { inSections, splitTextSections } from "./sections.js";
import { shell, type ShellCommand } from "./shellCommand.js";

/** Large apps take their time to go. */
const STORAGE_TIMEOUT_MS = 60_000;

/** Removes an app and its data. @throws Refusal `app_not_installed`; `command_failed`, as for an app of the system. */
export async function uninstallApp(device: DeviceShell, appId: string, signal: AbortSignal): Promise<void> {
  const id = requireAppId(appId);
  await change(device, { id, what: `uninstall ${id}`, command: shell`pm uninstall ${id} 2>&1` }, signal);
}

/** Deletes what an app has stored, and its permissions. @throws Refusal `app_not_installed`, `command_failed`. */
export async function clearAppData(device: DeviceShell, appId: string, signal: AbortSignal): Promise<void> {
  const id = requireAppId(appId);
  await change(device, { id, what: `clear the data of ${id}`, command: shell`pm clear ${id} 2>&1` }, signal);
}

interface Change {
  readonly id: string;
  readonly what: string;
  readonly command: ShellCommand;
}

/** The package manager ends with 0 on some versions whatever came of it; only the word `Success` tells. */
async function change(device: DeviceShell, { id, what, command }: Change, signal: AbortSignal): Promise<void> {
  const { stdout } = await device.run(
    { command: inSections(shell`pm path ${id} 2>&1`, command), what, intent: "acts", timeoutMs: STORAGE_TIMEOUT_MS },
    signal,
  );
  const [packages = "", said = ""] = splitTextSections(stdout, 2);
  requireInstalled(device, id, packages);
  if (!/^Success$/m.test(said)) throw shellFailed(device.deviceId, { what, output: said });
}
