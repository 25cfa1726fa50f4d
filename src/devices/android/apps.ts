import { appNotInstalled } from "../deviceRefusals.js";
import { shellFailed } from "./androidRefusals.js";
import { requireAppId } from "./appId.js";
import type { DeviceShell } from "./deviceShell.js";
import { runAction } from "./runAction.js";
import { inSections, splitTextSections } from "./sections.js";
import { shell } from "./shellCommand.js";

/** FLAG_ACTIVITY_NEW_TASK and FLAG_ACTIVITY_RESET_TASK_IF_NEEDED, as a launcher sets them. */
const LAUNCHER_FLAGS = "0x10200000";

const LAUNCH_TIMEOUT_MS = 30_000;

/**
 * Starts an app as its icon would. Two round trips: what to start is asked first, for `monkey`, which does both at once,
 * also resets the device's rotation lock; it is left to devices that cannot be asked.
 *
 * @throws Refusal `app_not_installed`; `command_failed` for an app that has nothing to launch.
 */
export async function launchApp(device: DeviceShell, appId: string, signal: AbortSignal): Promise<void> {
  const id = requireAppId(appId);
  const command = inSections(
    shell`pm path ${id} 2>&1`,
    shell`cmd package resolve-activity --brief -a android.intent.action.MAIN -c android.intent.category.LAUNCHER ${id} 2>&1`,
  );
  const { stdout } = await device.run({ command, what: `look up ${id}`, intent: "reads" }, signal);
  const [packages = "", resolved = ""] = splitTextSections(stdout, 2);
  requireInstalled(device, id, packages);
  if (/no activity found/i.test(resolved)) {
    throw shellFailed(device.deviceId, {
      what: `launch ${id}`,
      output: "it is installed, but it has no screen to open",
    });
  }
  const component = parseComponent(resolved, id);
  const start =
    component === undefined
      ? shell`monkey -p ${id} -c android.intent.category.LAUNCHER 1`
      : shell`am start -a android.intent.action.MAIN -c android.intent.category.LAUNCHER -f ${LAUNCHER_FLAGS} -n ${component}`;
  await runAction(device, { command: start, what: `launch ${id}`, timeoutMs: LAUNCH_TIMEOUT_MS }, signal);
}

/**
 * Stops an app and all that it runs; an app that does not run is no error.
 *
 * @throws Refusal `app_not_installed`.
 */
export async function terminateApp(device: DeviceShell, appId: string, signal: AbortSignal): Promise<void> {
  const id = requireAppId(appId);
  const command = shell`pm path ${id} && am force-stop ${id}`;
  const what = `stop ${id}`;
  const { stdout, stderr, exitCode } = await device.run({ command, what, intent: "acts" }, signal);
  const output = `${stdout.toString("utf8")}\n${stderr}`;
  requireInstalled(device, id, output);
  if (exitCode !== 0) throw shellFailed(device.deviceId, { what, output });
}

/**
 * Reads what `pm path` printed: nothing for a package that is not there, and a complaint when it could not look.
 *
 * @throws Refusal `app_not_installed`, `command_failed`.
 */
export function requireInstalled(device: DeviceShell, appId: string, output: string): void {
  if (/^package:/m.test(output)) return;
  if (output.trim() === "") throw appNotInstalled(device.deviceId, appId);
  throw shellFailed(device.deviceId, { what: `look up ${appId}`, output });
}

/** The component's line, if it is the app's own: with several of them Android names its chooser instead. */
function parseComponent(resolved: string, appId: string): string | undefined {
  return resolved.split("\n").find((line) => line.startsWith(`${appId}/`) && /^[\w.]+\/[\w.$]+$/.test(line));
}
