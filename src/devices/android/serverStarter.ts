import type { FindAdb } from "../../core/findAdb.js";
import type { Log } from "../../core/log.js";
import type { RunProcess } from "../../core/runProcess.js";
import { adbNotFound, adbUnreachable } from "./androidRefusals.js";
import type { ServerAddress } from "./serverSocket.js";

/** Where the adb server is expected, and whether it may be started there. */
export interface AdbAddress extends ServerAddress {
  readonly isStartable: boolean;
  /** The variable that names it, where it is not one of adb's own. */
  readonly setting?: string;
}

/** What starting an adb server takes. */
export interface ServerStarterOptions {
  readonly address: AdbAddress;
  readonly findAdb: FindAdb;
  readonly runProcess: RunProcess;
  readonly log: Log;
}

/** Starts the adb server that nothing answers for. `cause` tells how that was noticed. */
export type StartServer = (cause: string, signal: AbortSignal) => Promise<void>;

/** adb waits for the first scan of the USB ports before it says that its server is up. */
const START_TIMEOUT_MS = 20_000;

/**
 * Runs the user's own `adb start-server` at our port, at most once in the life of this process: a server that goes away
 * again was ended by somebody, and is not fought over.
 *
 * The returned function throws Refusal `adb_not_found` or `adb_unreachable`.
 */
export function createServerStarter({ address, findAdb, runProcess, log }: ServerStarterOptions): StartServer {
  let hasRun = false;
  return async (cause, signal) => {
    if (!address.isStartable) {
      throw adbUnreachable(address, {
        cause,
        hint: startElsewhere(address),
      });
    }
    if (hasRun) {
      throw adbUnreachable(address, { cause: `it was started once already and is gone again (${cause})` });
    }
    const adb = await findAdb();
    if (adb.is === "not_found") throw adbNotFound(address, adb.tried);
    hasRun = true;
    log.info(`adb: no server answers; starting one with ${adb.path}`, { port: address.port });
    // With -P adb looks at no environment variable for the address.
    const args = ["-P", String(address.port), "start-server"];
    const end = await runProcess({ file: adb.path, args, timeoutMs: START_TIMEOUT_MS, signal });
    switch (end.outcome) {
      case "exited":
        if (end.exitCode === 0) return;
        throw adbUnreachable(address, {
          cause: `\`${adb.path} start-server\` ended with ${end.exitCode}: ${end.stderr || end.stdout}`,
        });
      case "not_started":
        throw adbUnreachable(address, { cause: `${adb.path} could not be run: ${end.reason}` });
      case "timed_out":
        throw adbUnreachable(address, { cause: `\`${adb.path} start-server\` did not end in ${START_TIMEOUT_MS} ms` });
      case "aborted":
        signal.throwIfAborted();
    }
  };
}

function startElsewhere({ setting }: AdbAddress): string {
  return setting === undefined
    ? "Start the adb server on the machine that ADB_SERVER_SOCKET or ANDROID_ADB_SERVER_ADDRESS names, or unset them to use this machine's own, then call again."
    : `Start the adb server on that machine, or take it out of ${setting} and start this server again, then call again.`;
}
