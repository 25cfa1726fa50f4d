import { assertNever } from "../../core/assertNever.js";
import type { DaemonReading } from "../../daemon/daemonReading.js";
import type { StateFolderError } from "../../system/stateFolder.js";
import { broken, doubtful, fine, type Finding } from "./finding.js";

/** What was found in the state folder. */
export interface DaemonEvidence {
  /** The state folder. */
  readonly path: string;
  /** What keeps it from being used. */
  readonly folderProblem: Pick<StateFolderError, "message" | "fix"> | undefined;
  readonly reading: DaemonReading;
  /** The token's file mode; `undefined` when there is no token, or the system has no such modes. */
  readonly tokenMode: number | undefined;
  /** Of this package. */
  readonly version: string;
}

/** The checks of daemon, token and folder. A machine without a daemon is as good as one with. */
export function diagnoseDaemon(evidence: DaemonEvidence): readonly Finding[] {
  const { path, folderProblem } = evidence;
  if (folderProblem !== undefined) return [broken("state folder", folderProblem.message, folderProblem.fix)];
  return [fine("state folder", path), checkToken(evidence), checkDaemon(evidence)];
}

function checkToken({ path, tokenMode }: DaemonEvidence): Finding {
  if (tokenMode === undefined || (tokenMode & 0o077) === 0) return fine("daemon token", "nobody else can read it");
  const mode = (tokenMode & 0o777).toString(8).padStart(4, "0");
  const fix = `Run: automobile daemon stop. Then delete ${path}/token: the next daemon makes a new one.`;
  return broken("daemon token", `other users may have read it (mode ${mode})`, fix);
}

function checkDaemon({ reading, version }: DaemonEvidence): Finding {
  switch (reading.is) {
    case "running": {
      const { record } = reading.endpoint;
      const says = `runs as process ${record.pid} on port ${record.port}, version ${record.version}`;
      if (record.version === version) return fine("daemon", says);
      return doubtful(
        "daemon",
        `${says}; this is version ${version}`,
        "Run: automobile daemon stop. The next use starts the new one.",
      );
    }
    case "stopping":
      return fine("daemon", `process ${reading.endpoint.record.pid} is stopping`);
    case "not_running": {
      if (reading.left === undefined) return fine("daemon", "not running; it is started when it is needed");
      return doubtful(
        "daemon",
        `not running: process ${reading.left.pid} ended on ${reading.left.port} without a goodbye`,
        "Nothing needs to be done: the next start puts its record aside. The logs may say why it ended.",
      );
    }
    case "unresponsive":
      return broken(
        "daemon",
        `process ${reading.record.pid} lives and did not answer within ${reading.waitedMs / 1000} s`,
        `Wait for it; if it hangs, end process ${reading.record.pid} yourself.`,
      );
    default:
      return assertNever(reading);
  }
}
