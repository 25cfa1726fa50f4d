import type { AppRange, InstalledApp } from "../deviceDriver.js";
import { shellFailed } from "./androidRefusals.js";
import type { DeviceShell } from "./deviceShell.js";
import { inSections, splitTextSections } from "./sections.js";
import { shell } from "./shellCommand.js";

const INSTALLED_BY_USER = shell`pm list packages -3`;
const ALL = inSections(shell`pm list packages -s`, INSTALLED_BY_USER);

/** The apps on the device, sorted by id. @throws Refusal `command_failed` when the package manager does not answer. */
export async function listApps(
  device: DeviceShell,
  range: AppRange,
  signal: AbortSignal,
): Promise<readonly InstalledApp[]> {
  const command = range === "all" ? ALL : INSTALLED_BY_USER;
  const { stdout, stderr, exitCode } = await device.run({ command, what: "list its apps", intent: "reads" }, signal);
  if (exitCode !== 0) {
    throw shellFailed(device.deviceId, { what: "list its apps", output: stderr || stdout.toString("utf8") });
  }
  const [system = "", byUser = ""] = range === "all" ? splitTextSections(stdout, 2) : ["", stdout.toString("utf8")];
  const apps = [
    ...parsePackages(system).map((appId): InstalledApp => ({ appId, isSystem: true })),
    ...parsePackages(byUser).map((appId): InstalledApp => ({ appId, isSystem: false })),
  ];
  return apps.toSorted((a, b) => (a.appId < b.appId ? -1 : a.appId > b.appId ? 1 : 0));
}

/** Lines of `pm list packages`; warnings among them are no packages. */
function parsePackages(text: string): readonly string[] {
  return [...text.matchAll(/^package:(\S+)\s*$/gm)].flatMap((match) => match[1] ?? []);
}
