import type { AppRange, InstalledApp } from "../deviceDriver.js";
import { requireBundleId } from "./bundleId.js";
import { appNotInstalled, commandFailed } from "../deviceRefusals.js";
import { parseOpenStepPlist, type PlistValue } from "./openStepPlist.js";
import { sortApps } from "./sortApps.js";
import type { SimctlLine } from "./toolLine.js";

const LAUNCH_TIMEOUT_MS = 60_000;

/** The apps on the simulator, sorted by id. @throws Refusal `command_failed` when simctl gives no list. */
export async function listSimulatorApps(
  simulator: SimctlLine,
  range: AppRange,
  signal: AbortSignal,
): Promise<readonly InstalledApp[]> {
  const what = "list its apps";
  const printed = await simulator.run({ verb: "listapps", what, intent: "reads" }, signal);
  const apps = parseOpenStepPlist(printed);
  if (apps?.is !== "dictionary") {
    throw commandFailed(simulator.deviceId, { what, output: `simctl printed: ${printed}` });
  }
  const all = [...apps.entries].map(([appId, app]): InstalledApp => ({ appId, isSystem: !isUserApp(app) }));
  return sortApps(range === "all" ? all : all.filter(({ isSystem }) => !isSystem));
}

function isUserApp(app: PlistValue): boolean {
  const type = app.is === "dictionary" ? app.entries.get("ApplicationType") : undefined;
  return type?.is === "text" && type.text === "User";
}

/** Starts an app, or brings it to the front. @throws Refusal `app_not_installed`. */
export async function launchSimulatorApp(simulator: SimctlLine, appId: string, signal: AbortSignal): Promise<void> {
  const id = requireBundleId(appId);
  const what = `launch ${id}`;
  const reply = await simulator.ask(
    { verb: "launch", rest: [id], what, intent: "acts", timeoutMs: LAUNCH_TIMEOUT_MS },
    signal,
  );
  if (reply.is === "done") return;
  await requireInstalled(simulator, id, signal);
  throw commandFailed(simulator.deviceId, { what, output: reply.output });
}

/** Stops an app; one that does not run is no error. @throws Refusal `app_not_installed`. */
export async function terminateSimulatorApp(simulator: SimctlLine, appId: string, signal: AbortSignal): Promise<void> {
  const id = requireBundleId(appId);
  const what = `stop ${id}`;
  const reply = await simulator.ask({ verb: "terminate", rest: [id], what, intent: "acts" }, signal);
  if (reply.is === "done") return;
  await requireInstalled(simulator, id, signal);
  if (/found nothing to terminate/i.test(reply.output)) return;
  throw commandFailed(simulator.deviceId, { what, output: reply.output });
}

/** Removes an app and its data. @throws Refusal `app_not_installed`: simctl itself says nothing about one that is not there. */
export async function uninstallSimulatorApp(simulator: SimctlLine, appId: string, signal: AbortSignal): Promise<void> {
  const id = requireBundleId(appId);
  await requireInstalled(simulator, id, signal);
  await simulator.run({ verb: "uninstall", rest: [id], what: `uninstall ${id}`, intent: "acts" }, signal);
}

/** The folder of an app on this machine. @throws Refusal `app_not_installed`. */
export async function requireInstalled(simulator: SimctlLine, appId: string, signal: AbortSignal): Promise<string> {
  const what = `look up ${appId}`;
  const reply = await simulator.ask({ verb: "get_app_container", rest: [appId, "app"], what, intent: "reads" }, signal);
  if (reply.is === "failed") throw appNotInstalled(simulator.deviceId, appId);
  return reply.given.trim();
}
