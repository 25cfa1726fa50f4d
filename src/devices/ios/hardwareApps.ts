import type { AppRange, InstalledApp } from "../deviceDriver.js";
import { requireBundleId } from "./bundleId.js";
import { asList, asNumber, asText, propertyOf } from "./foreignJson.js";
import { appNotInstalled, commandFailed } from "../deviceRefusals.js";
import { sortApps } from "./sortApps.js";
import type { DevicectlLine } from "./toolLine.js";

const LAUNCH_TIMEOUT_MS = 60_000;

interface HardwareApp extends InstalledApp {
  /** `file://` address of its bundle on the device. */
  readonly bundleUrl: string | undefined;
}

/** The apps on the device, sorted by id. */
export async function listHardwareApps(
  phone: DevicectlLine,
  range: AppRange,
  signal: AbortSignal,
): Promise<readonly InstalledApp[]> {
  const apps = (await readApps(phone, ["--include-all-apps"], signal)).map(({ appId, isSystem }) => ({
    appId,
    isSystem,
  }));
  return sortApps(range === "all" ? apps : apps.filter(({ isSystem }) => !isSystem));
}

/** Starts an app, or brings it to the front. @throws Refusal `app_not_installed`. */
export async function launchHardwareApp(phone: DevicectlLine, appId: string, signal: AbortSignal): Promise<void> {
  const id = requireBundleId(appId);
  const what = `launch ${id}`;
  const command = { words: ["device", "process", "launch"], rest: [id], what, timeoutMs: LAUNCH_TIMEOUT_MS };
  const reply = await phone.ask({ ...command, intent: "acts" }, signal);
  if (reply.is === "done") return;
  await requireInstalled(phone, id, signal);
  throw commandFailed(phone.deviceId, {
    what,
    output: reply.output,
    ...(/locked/i.test(reply.output) ? { hint: "Ask for the phone to be unlocked, then call again." } : {}),
  });
}

/** Stops an app; one that does not run is no error. Up to three runs: devicectl knows apps and processes apart. @throws Refusal `app_not_installed`. */
export async function terminateHardwareApp(phone: DevicectlLine, appId: string, signal: AbortSignal): Promise<void> {
  const id = requireBundleId(appId);
  const { bundleUrl } = await requireInstalled(phone, id, signal);
  const running = (await readProcesses(phone, signal)).filter(
    ({ executable }) => bundleUrl !== undefined && executable?.startsWith(bundleUrl) === true,
  );
  for (const { processId } of running) {
    const rest = ["--pid", String(processId)];
    const words = ["device", "process", "terminate"];
    await phone.run({ words, rest, what: `stop ${id}`, intent: "acts" }, signal);
  }
}

/** Removes an app and its data. @throws Refusal `app_not_installed`. */
export async function uninstallHardwareApp(phone: DevicectlLine, appId: string, signal: AbortSignal): Promise<void> {
  const id = requireBundleId(appId);
  await requireInstalled(phone, id, signal);
  const words = ["device", "uninstall", "app"];
  await phone.run({ words, rest: [id], what: `uninstall ${id}`, intent: "acts" }, signal);
}

/** Ids of the processes that run on the device. @throws Refusal `command_failed` when devicectl does not list them. */
export async function readHardwareProcessIds(phone: DevicectlLine, signal: AbortSignal): Promise<ReadonlySet<number>> {
  return new Set((await readProcesses(phone, signal)).map(({ processId }) => processId));
}

async function requireInstalled(phone: DevicectlLine, appId: string, signal: AbortSignal): Promise<HardwareApp> {
  const apps = await readApps(phone, ["--include-all-apps", "--bundle-id", appId], signal);
  const app = apps.find((each) => each.appId === appId);
  if (app === undefined) throw appNotInstalled(phone.deviceId, appId);
  return app;
}

async function readApps(
  phone: DevicectlLine,
  rest: readonly string[],
  signal: AbortSignal,
): Promise<readonly HardwareApp[]> {
  const what = "list its apps";
  const result = await phone.run({ words: ["device", "info", "apps"], rest, what, intent: "reads" }, signal);
  const apps = propertyOf(result, "apps");
  if (!Array.isArray(apps)) throw commandFailed(phone.deviceId, { what, output: "devicectl wrote no list" });
  return asList(apps).flatMap((app) => {
    const appId = asText(propertyOf(app, "bundleIdentifier"));
    if (appId === undefined) return [];
    const isSystem = propertyOf(app, "defaultApp") === true || propertyOf(app, "internalApp") === true;
    return [{ appId, isSystem, bundleUrl: asText(propertyOf(app, "url")) }];
  });
}

interface RunningProcess {
  readonly processId: number;
  /** `file://` address of its program on the device. */
  readonly executable: string | undefined;
}

async function readProcesses(phone: DevicectlLine, signal: AbortSignal): Promise<readonly RunningProcess[]> {
  const what = "list its processes";
  const result = await phone.run({ words: ["device", "info", "processes"], what, intent: "reads" }, signal);
  const processes = propertyOf(result, "runningProcesses");
  if (!Array.isArray(processes)) throw commandFailed(phone.deviceId, { what, output: "devicectl wrote no list" });
  return asList(processes).flatMap((each) => {
    const processId = asNumber(propertyOf(each, "processIdentifier"));
    return processId === undefined ? [] : [{ processId, executable: asText(propertyOf(each, "executable")) }];
  });
}
