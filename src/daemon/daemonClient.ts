import type { HttpExchange } from "../core/httpExchange.js";
import { pause } from "../core/pause.js";
import type { Timer } from "../core/timer.js";
import type { DetachedProcess } from "../system/detachedProcess.js";
import type { StateFolder } from "../system/stateFolder.js";
import { type DaemonEndpoint, readDaemon } from "./daemonReading.js";
import { describeDifferences, type DaemonSettings } from "./daemonSettings.js";
import type { EndpointRecord } from "./endpointRecord.js";
import { parseLastWords } from "./lastWords.js";
import { takeStartTurn } from "./startTurn.js";

/** How joining the daemon of a state folder ended. */
export type DaemonJoin =
  | {
      readonly is: "joined";
      readonly endpoint: DaemonEndpoint;
      /** Whether it was not there before. Its version may be another than the joiner's: `endpoint.record.version`. */
      readonly isStarted: boolean;
    }
  /** It was started with other settings than the joiner counts on. One line per setting, for a person. */
  | { readonly is: "other_settings"; readonly differences: readonly string[]; readonly record: EndpointRecord }
  /** None can be had, and nothing was sent to any. */
  | { readonly is: "failed"; readonly reason: string; readonly hint: string }
  | { readonly is: "aborted" };

/** What it takes to find or start a daemon. */
export interface DaemonJoiner {
  readonly folder: StateFolder;
  readonly exchange: HttpExchange;
  readonly timer: Timer;
  readonly processMark: (pid: number) => Promise<string | undefined>;
  /** Of the joiner. */
  readonly pid: number;
  /** What the joiner counts on. */
  readonly settings: DaemonSettings;
  /** Starts a daemon with these settings, apart from this process; throws when that is not even tried. */
  readonly start: () => DetachedProcess;
}

const START_TIMEOUT_MS = 20_000;
const LOOK_AGAIN_MS = 40;

const RUN_AND_READ = "Run it in this terminal, and read what it says: automobile daemon run, with the same options";

/**
 * Finds the daemon of a state folder, or starts one and waits until it answers. Many may join at once: one of them starts
 * it. Ends no process and takes no other port or folder than the one it was given.
 */
export async function joinDaemon(joiner: DaemonJoiner, signal: AbortSignal): Promise<DaemonJoin> {
  const { folder, timer } = joiner;
  // Not a difference of times of day: a clock that is set meanwhile must not end the wait, nor prolong it.
  const late = new AbortController();
  const stopWaiting = timer.after(START_TIMEOUT_MS, "daemon: it starts", () => late.abort());
  let own: StartedDaemon | undefined;
  try {
    for (;;) {
      if (signal.aborted) return { is: "aborted" };
      const reading = await readDaemon(joiner, signal);
      if (reading.is === "running") {
        return compare(joiner.settings, reading.endpoint, { isStarted: own !== undefined });
      }
      if (reading.is === "unresponsive") return unresponsive(reading.record, reading.waitedMs);
      const failure = own?.failure();
      if (failure !== undefined) return failure;
      if (late.signal.aborted) return tooLate();
      if (reading.is === "not_running") own ??= await startInTurn(joiner);
      await pause({ timer, ms: LOOK_AGAIN_MS, label: "daemon: look again", signal });
    }
  } catch (error) {
    const reason = `the state folder ${folder.path} cannot be used: ${error instanceof Error ? error.message : String(error)}`;
    return { is: "failed", reason, hint: "Run: automobile doctor" };
  } finally {
    stopWaiting();
    await own?.done();
  }
}

type Joined = Extract<DaemonJoin, { is: "joined" }>;

interface StartedDaemon {
  /** Why it will not answer; `undefined` while it still may. */
  failure(): DaemonJoin | undefined;
  /** Lets the next one start. */
  done(): Promise<void>;
}

/** Starts the daemon, unless somebody else is about to. */
async function startInTurn(joiner: DaemonJoiner): Promise<StartedDaemon | undefined> {
  const turn = await takeStartTurn({ ...joiner, now: joiner.timer.now(), lastsMs: START_TIMEOUT_MS });
  if (turn === undefined) return undefined;
  let failed: DaemonJoin | undefined;
  try {
    // One that finds another daemon there ends too, and by then that one answers.
    void joiner.start().ended.then((output) => {
      const { problem, fix } = parseLastWords(output);
      failed = { is: "failed", reason: `the daemon ended as it started: ${problem}`, hint: fix ?? RUN_AND_READ };
    });
  } catch (error) {
    await turn.done();
    throw error;
  }
  return { failure: () => failed, done: turn.done };
}

function compare(mine: DaemonSettings, endpoint: DaemonEndpoint, how: Pick<Joined, "isStarted">): DaemonJoin {
  const differences = describeDifferences(mine, endpoint.record.settings);
  if (differences.length > 0) return { is: "other_settings", differences, record: endpoint.record };
  return { is: "joined", endpoint, ...how };
}

function unresponsive(record: EndpointRecord, waitedMs: number): DaemonJoin {
  return {
    is: "failed",
    reason: `the daemon (process ${record.pid}, port ${record.port}) lives, and did not answer within ${waitedMs / 1000} s`,
    hint: `Wait for it; if it hangs, end process ${record.pid} yourself. No second one is started beside it.`,
  };
}

function tooLate(): DaemonJoin {
  return {
    is: "failed",
    reason: `no daemon answered within ${START_TIMEOUT_MS / 1000} s`,
    hint: RUN_AND_READ,
  };
}
