import { assertNever } from "../core/assertNever.js";
import { type DaemonSurroundings, readDaemon } from "../daemon/daemonReading.js";
import { stopDaemon } from "../daemon/stopDaemon.js";
import type { HostProcess } from "../system/hostProcess.js";
import { createHttpExchange } from "../system/httpExchange.js";
import { processMark } from "../system/processMark.js";
import { stateFolderAt, stateFolderPath } from "../system/stateFolder.js";
import { systemTimer } from "../system/systemTimer.js";
import type { CliContext } from "./cliContext.js";
import { CommandError } from "./commandError.js";
import { describeDaemon, toStatus } from "./daemonWords.js";
import { EXIT, type ExitCode } from "./exitCode.js";
import { untilStopped } from "./untilStopped.js";

/** `daemon status`: what became of the daemon. Starts and changes nothing; failed when none runs. */
export async function showDaemonStatus(
  { asJson }: { readonly asJson: boolean },
  { host, output }: CliContext,
): Promise<ExitCode> {
  const reading = await untilStopped(host, (signal) => readDaemon(daemonSurroundings(host), signal));
  switch (reading.is) {
    case "running":
    case "stopping": {
      const { record } = reading.endpoint;
      if (asJson) output.json(toStatus(record));
      else output.result(`${reading.is}: ${describeDaemon(record)}`);
      return EXIT.done;
    }
    case "not_running": {
      const { left } = reading;
      if (asJson) output.json({ running: false });
      else output.result(left === undefined ? "not running" : `not running: the last one ended without a goodbye`);
      return EXIT.failed;
    }
    case "unresponsive": {
      const problem = `the daemon lives and does not answer: ${describeDaemon(reading.record)}`;
      throw new CommandError(EXIT.failed, problem, "Wait for it; if it hangs, end its process yourself.");
    }
    default:
      return assertNever(reading);
  }
}

/** `daemon stop`: asks it to finish and end, and waits. Done as well when none runs. */
export async function stopRunningDaemon({ host, output }: CliContext): Promise<ExitCode> {
  const surroundings = { ...daemonSurroundings(host), timer: systemTimer };
  const stop = await untilStopped(host, (signal) => stopDaemon(surroundings, signal));
  switch (stop.is) {
    case "stopped":
      output.result(`stopped: ${describeDaemon(stop.record)}`);
      return EXIT.done;
    case "not_running":
      output.result("not running");
      return EXIT.done;
    case "still_there":
      throw new CommandError(
        EXIT.failed,
        `the daemon was told to stop and is still there: ${describeDaemon(stop.record)}`,
      );
    case "unresponsive": {
      const problem = `the daemon does not answer, and cannot be told to stop: ${describeDaemon(stop.record)}`;
      throw new CommandError(EXIT.failed, problem, `If it hangs, end process ${stop.record.pid} yourself.`);
    }
    default:
      return assertNever(stop);
  }
}

/** What it takes to look for the daemon of this process's user; makes no folder. */
export function daemonSurroundings({ env }: Pick<HostProcess, "env">): DaemonSurroundings {
  return { folder: stateFolderAt(stateFolderPath(env)), exchange: createHttpExchange(systemTimer), processMark };
}
