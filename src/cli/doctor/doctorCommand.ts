import type { RunProcess } from "../../core/runProcess.js";
import { readDaemon } from "../../daemon/daemonReading.js";
import { TOKEN_FILE } from "../../daemon/token.js";
import { readAdbServerVersion } from "../../devices/android/adbServerVersion.js";
import { addressText, type ServerAddress } from "../../devices/android/serverSocket.js";
import { ELICITATION_SWITCH } from "../../server/elicitationPolicy.js";
import { createDevices, lookAtStore } from "../../server/index.js";
import { createFindAdb } from "../../system/findAdb.js";
import { createProcessRunner } from "../../system/processRunner.js";
import { readSettings } from "../../system/settings.js";
import { stateFolderAt, stateFolderPath, stateFolderProblem } from "../../system/stateFolder.js";
import { systemTimer } from "../../system/systemTimer.js";
import type { CliContext } from "../cliContext.js";
import { daemonSurroundings } from "../daemonStatus.js";
import { EXIT, type ExitCode } from "../exitCode.js";
import { createNoteLog } from "../noteLog.js";
import { untilStopped } from "../untilStopped.js";
import { diagnose, type Evidence } from "./diagnose.js";
import { type DaemonEvidence, diagnoseDaemon } from "./diagnoseDaemon.js";
import { renderFindings } from "./findingsText.js";

/** What `automobile doctor` was given. */
export interface DoctorOptions {
  readonly asJson: boolean;
}

const PROGRAM_TIMEOUT_MS = 10_000;

/** Checks this machine's set-up and names the fix for each fault. Failed when a check failed. */
export async function runDoctor({ asJson }: DoctorOptions, context: CliContext): Promise<ExitCode> {
  const { host, output } = context;
  const findings = await untilStopped(host, async (signal) => [
    ...diagnose(await gatherEvidence(context, signal)),
    ...diagnoseDaemon(await gatherDaemonEvidence(context, signal)),
  ]);
  const isHealthy = findings.every(({ outcome }) => outcome !== "fail");
  if (asJson) output.json({ healthy: isHealthy, checks: findings });
  else output.result(renderFindings(findings, output.resultPaint).join("\n"));
  return isHealthy ? EXIT.done : EXIT.failed;
}

async function gatherEvidence(context: CliContext, signal: AbortSignal): Promise<Evidence> {
  const { host } = context;
  const settings = readSettings(host.env);
  const runProcess = createProcessRunner({ timer: systemTimer, env: host.env });
  // Before the devices are looked for, because that may start the adb server.
  const readServer = (address: ServerAddress) => readAdbServerVersion(address, { timer: systemTimer, signal });
  const [adb, adbServer, otherAdbServers, store] = await Promise.all([
    createFindAdb(settings)(),
    readServer(settings.adbServer),
    Promise.all(
      settings.otherAdbServers.map(async (address) => {
        return { address: addressText(address), reading: await readServer(address) };
      }),
    ),
    gatherStoreEvidence(settings.storeUrl),
  ]);
  const ask = (file: string, argument: string): Promise<string | undefined> =>
    askProgram(runProcess, [file, argument], signal);
  const adbText = adb.is === "found" ? await ask(adb.path, "version") : undefined;
  const xcodeText = settings.platform === "darwin" ? await ask("xcrun", "--version") : undefined;
  return {
    ...{
      nodeVersion: host.nodeVersion,
      settings,
      adb,
      adbServer,
      otherAdbServers,
      store,
      switchValue: host.env[ELICITATION_SWITCH],
    },
    adbVersion: parseAdbVersion(adbText ?? ""),
    hasXcode: xcodeText !== undefined,
    snapshot: await takeSnapshot(context, signal),
  };
}

async function gatherStoreEvidence(url: URL | undefined): Promise<Evidence["store"]> {
  if (url === undefined) return undefined;
  return { place: `${url.host}${url.pathname}`, reading: await lookAtStore(url) };
}

async function gatherDaemonEvidence({ host, version }: CliContext, signal: AbortSignal): Promise<DaemonEvidence> {
  const path = stateFolderPath(host.env);
  const folderProblem = await stateFolderProblem(path);
  const reading: DaemonEvidence["reading"] =
    folderProblem === undefined
      ? await readDaemon(daemonSurroundings(host), signal)
      : { is: "not_running", generation: 0, left: undefined };
  const tokenMode = host.platform === "win32" ? undefined : await stateFolderAt(path).modeOf(TOKEN_FILE);
  return { path, folderProblem, reading, tokenMode, version };
}

async function askProgram(
  runProcess: RunProcess,
  [file, ...args]: readonly [string, ...string[]],
  signal: AbortSignal,
): Promise<string | undefined> {
  const end = await runProcess({ file, args, timeoutMs: PROGRAM_TIMEOUT_MS, signal });
  return end.outcome === "exited" && end.exitCode === 0 ? end.stdout : undefined;
}

/** `adb version` begins with "Android Debug Bridge version 1.0.41"; its last number is what servers answer. */
function parseAdbVersion(text: string): number | undefined {
  const match = /version 1\.0\.(\d{1,4})\b/.exec(text);
  return match === null ? undefined : Number(match[1]);
}

async function takeSnapshot({ output }: CliContext, signal: AbortSignal): Promise<Evidence["snapshot"]> {
  // What it would warn of is among the findings.
  const log = { ...createNoteLog(output), warn: () => undefined };
  const devices = await createDevices({ lab: undefined, allowDevices: [] }, log);
  try {
    return await devices.inventory.snapshot(signal);
  } finally {
    await devices.close();
  }
}
