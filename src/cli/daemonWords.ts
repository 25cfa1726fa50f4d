import { DaemonError } from "../daemon/daemonError.js";
import { type EndpointRecord, originOf } from "../daemon/endpointRecord.js";
import { StateFolderError } from "../system/stateFolder.js";
import { TokenFileError } from "../system/tokenFile.js";
import { CommandError } from "./commandError.js";
import { EXIT } from "./exitCode.js";

/** What `daemon status --json` and `daemon start --json` print of a daemon that runs. Others read it: keys are added, none goes. */
export function toStatus({ port, pid, version, startedAt }: EndpointRecord): object {
  return { running: true, port, pid, version, startedAt };
}

/** One daemon, for a person. */
export function describeDaemon({ host, port, pid, version, startedAt }: EndpointRecord): string {
  return `${originOf({ host, port })}/mcp, process ${pid}, version ${version}, since ${startedAt}`;
}

/** Gives what a person can act on as such. */
export async function inWords<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DaemonError || error instanceof StateFolderError || error instanceof TokenFileError) {
      throw new CommandError(EXIT.failed, error.message, error.fix);
    }
    throw error;
  }
}
