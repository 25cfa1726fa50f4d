import type { Timer } from "../core/timer.js";
import { ELICITATION_SWITCH } from "../server/elicitationPolicy.js";
import type { ServeOptions } from "../server/index.js";
import { startDetached } from "../system/detachedProcess.js";
import type { HostProcess } from "../system/hostProcess.js";
import { createHttpExchange } from "../system/httpExchange.js";
import { ownPid, processMark } from "../system/processMark.js";
import { readSettings } from "../system/settings.js";
import { openStateFolder, stateFolderPath } from "../system/stateFolder.js";
import type { DaemonJoiner } from "./daemonClient.js";
import { toDaemonSettings } from "./daemonSettings.js";

/** Whose daemon is joined, and with what one is started. */
export interface HostJoinerOptions {
  readonly host: Pick<HostProcess, "env" | "nodePath">;
  /** The path of `bin/automobile.js`. */
  readonly launcher: string;
  readonly serve: ServeOptions;
  /** The command line that gives a daemon `serve`, and whatever else it is to be told. */
  readonly args: readonly string[];
  readonly timer: Timer;
}

/** What the daemon says as it starts, before it has a log. */
const OUTPUT_FILE = "daemon-output.txt";

/**
 * The joiner of a process of this machine. The daemon that it starts does not inherit the starter's switch: whether a caller
 * may be asked is said with each of its calls.
 *
 * @throws StateFolderError when the state folder cannot be used.
 */
export async function createHostJoiner({
  host,
  launcher,
  serve,
  args,
  timer,
}: HostJoinerOptions): Promise<DaemonJoiner> {
  const folder = await openStateFolder(stateFolderPath(host.env));
  const { [ELICITATION_SWITCH]: _own, ...env } = host.env;
  const settings = readSettings(host.env);
  return {
    ...{ folder, timer, processMark, pid: ownPid(), exchange: createHttpExchange(timer) },
    settings: toDaemonSettings(serve, settings),
    start: () =>
      startDetached({
        file: host.nodePath,
        args: [launcher, "daemon", "run", ...args],
        // The daemon lives in another folder, where a relative path would mean another one.
        env: { ...env, AUTOMOBILE_STATE_DIR: folder.path, AUTOMOBILE_APP_DIR: settings.appFolder },
        folder: folder.path,
        outputFile: OUTPUT_FILE,
      }),
  };
}
