import type { LogLevel, LogLine, LogQuery } from "../deviceDriver.js";
import { shellFailed } from "./androidRefusals.js";
import { requireAppId } from "./appId.js";
import { requireInstalled } from "./apps.js";
import type { DeviceShell } from "./deviceShell.js";
import { inSections, splitTextSections } from "./sections.js";
import { shell } from "./shellCommand.js";

const LOGS_TIMEOUT_MS = 30_000;
const WHAT = "show its log";

/** The letters of `logcat`'s priorities: as a filter, and as each line carries one. */
const FILTERS: Readonly<Record<LogLevel, string>> = { debug: "*:V", info: "*:I", warn: "*:W", error: "*:E" };
const LEVELS: Readonly<Record<string, LogLevel>> = {
  V: "debug",
  D: "debug",
  I: "info",
  W: "warn",
  E: "error",
  F: "error",
};

/**
 * The newest lines of the log, oldest first. Of one app: two round trips, for the log knows processes and not apps; an app
 * that does not run has no lines.
 *
 * @throws Refusal `app_not_installed`, `command_failed`.
 */
export async function readLogs(device: DeviceShell, query: LogQuery, signal: AbortSignal): Promise<readonly LogLine[]> {
  const { lines, level } = query;
  const processes = query.appId === undefined ? [""] : await findProcesses(device, query.appId, signal);
  const found: LogLine[] = [];
  for (const id of processes) {
    const ofProcess = id === "" ? shell`` : shell` --pid=${Number(id)}`;
    const command = shell`logcat -d -v threadtime -t ${lines}${ofProcess} ${FILTERS[level]}`;
    const { stdout, stderr, exitCode } = await device.run(
      { command, what: WHAT, intent: "reads", timeoutMs: LOGS_TIMEOUT_MS },
      signal,
    );
    const text = stdout.toString("utf8");
    if (exitCode !== 0) throw shellFailed(device.deviceId, { what: WHAT, output: `${stderr} ${text}` });
    found.push(...parseLogcat(text));
  }
  // The layout has no year, and sorts as text within one.
  const sorted =
    processes.length > 1 ? found.toSorted((a, b) => (a.time < b.time ? -1 : a.time > b.time ? 1 : 0)) : found;
  return sorted.slice(-lines);
}

async function findProcesses(device: DeviceShell, appId: string, signal: AbortSignal): Promise<readonly string[]> {
  const id = requireAppId(appId);
  const command = inSections(shell`pm path ${id} 2>&1`, shell`pidof ${id}`);
  const { stdout } = await device.run({ command, what: `look up ${id}`, intent: "reads" }, signal);
  const [packages = "", processes = ""] = splitTextSections(stdout, 2);
  requireInstalled(device, id, packages);
  return processes.split(/\s+/).filter((each) => /^\d+$/.test(each));
}

/**
 * Reads `logcat -v threadtime`: `12-02 00:31:45.123  1234  1250 I Tag     : message`. Other lines, such as the headings of
 * buffers, are left out.
 */
export function parseLogcat(text: string): readonly LogLine[] {
  return text.split(/\r?\n/).flatMap((line): readonly LogLine[] => {
    const match = /^(\d\d-\d\d \d\d:\d\d:\d\d\.\d{3,6})\s+(\d+)\s+\d+ ([VDIWEF]) (.*?)\s*: (.*)$/.exec(line);
    if (match === null) return [];
    const [, time = "", processId = "", letter = "", tag = "", message = ""] = match;
    return [{ time, level: LEVELS[letter] ?? "info", process: `${tag}[${processId}]`, message }];
  });
}
