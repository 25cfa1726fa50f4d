import { randomUUID } from "node:crypto";
import { assertNever } from "../core/assertNever.js";
import type { Log } from "../core/log.js";
import { LOOPBACK } from "../core/loopback.js";
import { pause } from "../core/pause.js";
import { settleOnce } from "../core/settleOnce.js";
import type { Timer } from "../core/timer.js";
import type { DaemonServer, DaemonServerOptions } from "../server/index.js";
import type { StateFolder } from "../system/stateFolder.js";
import { createTelemetryHub } from "../telemetry/telemetryHub.js";
import { readCallTerms } from "./callTerms.js";
import { DaemonError } from "./daemonError.js";
import { DAEMON_PATHS, type DaemonReading, type DaemonSurroundings, readDaemon } from "./daemonReading.js";
import type { DaemonSettings } from "./daemonSettings.js";
import { type Claim, claimRecord, type EndpointRecord, originOf } from "./endpointRecord.js";
import { type HttpListener, type ListenAddress, listenAt } from "./httpListener.js";
import { createInFlight } from "./inFlight.js";
import { createDaemonService } from "./serveDaemon.js";
import { isSharedTokenFile, obtainToken, sharedTokenFile, TOKEN_FILE } from "./token.js";

/** What one daemon is. */
export interface StartDaemonOptions {
  readonly folder: StateFolder;
  readonly surroundings: Omit<DaemonSurroundings, "folder">;
  /** Of the package. */
  readonly version: string;
  readonly pid: number;
  /** What decides which devices `makeServer` has and what it shares, for the record. */
  readonly settings: DaemonSettings;
  /** Where, and under which names others reach it. */
  readonly listen: ListenAddress & { readonly allowHosts: readonly string[] };
  /** The token that it shares with other daemons; one of its own when `undefined`. */
  readonly sharedToken: string | undefined;
  /** Ends the daemon after that long without a client and without a task that would be lost; `undefined` never does. */
  readonly idleExitMs: number | undefined;
  readonly timer: Timer;
  readonly log: Log;
  /** Makes what is served, `createDaemonServer` of the composition root or one in its place. */
  readonly makeServer: (options: Pick<DaemonServerOptions, "publish" | "hold" | "readCallTerms">) => DaemonServer;
}

/** A daemon that listens. */
export interface StartedDaemon {
  readonly record: EndpointRecord;
  /** Of MCP, for example `http://127.0.0.1:41234/mcp`. */
  readonly url: string;
  readonly token: string;
  /** Resolves when it has ended, however it came to that. */
  readonly closed: Promise<void>;
  /** Finishes what is in flight, or refuses and ends it after a while, and closes what it opened. */
  close(): Promise<void>;
}

/** How long calls may go on after a daemon was told to stop. */
const GRACE_MS = 10_000;

/**
 * Starts the one daemon of a state folder. It listens before it claims the folder, so that a record that stands is always
 * one of a daemon that answers.
 *
 * @throws DaemonError when another daemon has the folder, or the port cannot be listened on.
 */
export async function startDaemon(options: StartDaemonOptions): Promise<StartedDaemon> {
  const { folder, timer, log, idleExitMs, sharedToken } = options;
  const after = await whenNobodyIsThere(options);
  const token = sharedToken ?? (await obtainToken(folder));
  const hub = createTelemetryHub();
  const ending = settleOnce<string>();
  const idle = createIdleExit(idleExitMs, timer, () => ending.settle("no client for a while"));
  const calls = createInFlight();
  const state = { isStopping: false };
  const clients = createInFlight({
    onBusy: idle.stop,
    onQuiet() {
      if (!state.isStopping) idle.start();
    },
  });
  const server = options.makeServer({
    ...{ publish: (event) => hub.publish(event), readCallTerms },
    hold: () => clients.enter(),
  });
  const instance = randomUUID();
  const service = createDaemonService({
    ...{ server, hub, token, instance, clients, calls, timer, log },
    isTokenShared: sharedToken !== undefined,
    allowHosts: [...options.listen.allowHosts, addressHere(options.listen)],
    isStopping: () => state.isStopping,
    onStopAsked: () => ending.settle("asked to stop"),
  });
  const listener = await listenAt(options.listen, service.serve);
  const record = await toRecord(options, {
    ...{ host: addressHere(options.listen), port: listener.port, instance },
    tokenFile: sharedToken === undefined ? TOKEN_FILE : sharedTokenFile(instance),
  });
  const claim = await claimOrClose({ folder, after, record, token }, listener);
  idle.start();
  log.info("the daemon listens", { port: record.port, pid: record.pid, version: record.version, idleExitMs });

  const close = async (reason: string): Promise<void> => {
    state.isStopping = true;
    idle.stop();
    log.info("the daemon ends", { reason, calls: calls.count() });
    await withinGrace(calls.none(), timer);
    if (calls.count() > 0) log.warn("calls were ended with the daemon", { calls: calls.count() });
    await runEach(log, [
      () => service.abort(),
      () => hub.close(),
      () => claim.retire(),
      () => listener.close(),
      () => server.close(),
    ]);
  };
  const closed = ending.settled.then(close);
  return {
    record,
    url: `${originOf(record)}${DAEMON_PATHS.mcp}`,
    token,
    closed,
    async close() {
      ending.settle("told to stop");
      await closed;
    },
  };
}

/** Who listens on every address of a machine listens on loopback too. */
function addressHere({ host }: ListenAddress): string {
  return host === "0.0.0.0" || host === "::" ? LOOPBACK : host;
}

/** The generation of a record that nobody stands behind any more. */
async function whenNobodyIsThere({ folder, surroundings }: StartDaemonOptions): Promise<number> {
  const reading = await readDaemon({ ...surroundings, folder }, new AbortController().signal);
  if (reading.is === "not_running") return reading.generation;
  throw alreadyThere(reading);
}

function alreadyThere(reading: Exclude<DaemonReading, { is: "not_running" }>): DaemonError {
  switch (reading.is) {
    case "running":
    case "stopping": {
      const { pid, port } = reading.endpoint.record;
      const what = reading.is === "running" ? "already runs" : "is still stopping";
      return new DaemonError(`a daemon ${what} (process ${pid}, port ${port})`, "Run: automobile daemon status");
    }
    case "unresponsive": {
      const { pid, port } = reading.record;
      const fix = `Wait for it; if it hangs, end process ${pid} yourself.`;
      return new DaemonError(`a daemon lives and does not answer (process ${pid}, port ${port})`, fix);
    }
    default:
      return assertNever(reading);
  }
}

async function toRecord(
  { pid, version, settings, timer, surroundings }: StartDaemonOptions,
  own: Pick<EndpointRecord, "host" | "port" | "instance" | "tokenFile">,
): Promise<EndpointRecord> {
  const mark = await surroundings.processMark(pid);
  const startedAt = new Date(timer.now()).toISOString();
  return { ...own, pid, processMark: mark ?? "", version, startedAt, settings };
}

interface ClaimParts {
  readonly folder: StateFolder;
  readonly after: number;
  readonly record: EndpointRecord;
  readonly token: string;
}

/** Listening without the claim would be a second daemon. */
async function claimOrClose({ folder, after, record, token }: ClaimParts, listener: HttpListener): Promise<Claim> {
  const { tokenFile } = record;
  const isShared = isSharedTokenFile(tokenFile);
  const giveUp = async (): Promise<void> => {
    await listener.close();
    if (isShared) await folder.remove(tokenFile);
  };
  try {
    // Before the record: whoever reads that must be able to find out whether this daemon lives.
    if (isShared) await folder.createOnce(tokenFile, `${token}\n`);
    const claim = await claimRecord(folder, { after, record });
    if (claim !== undefined) return claim;
  } catch (error) {
    await giveUp();
    throw error;
  }
  await giveUp();
  throw new DaemonError("another daemon was first", "Run: automobile daemon status");
}

interface IdleExit {
  /** Nobody is there from now on. */
  readonly start: () => void;
  /** Somebody is there. */
  readonly stop: () => void;
}

function createIdleExit(afterMs: number | undefined, timer: Timer, exit: () => void): IdleExit {
  let cancel = (): void => undefined;
  const stop = (): void => {
    cancel();
    cancel = () => undefined;
  };
  return {
    start() {
      stop();
      if (afterMs !== undefined) cancel = timer.after(afterMs, "daemon: nobody is there", exit);
    },
    stop,
  };
}

async function withinGrace(done: Promise<void>, timer: Timer): Promise<void> {
  const over = new AbortController();
  const grace = pause({ timer, ms: GRACE_MS, label: "daemon: calls may finish", signal: over.signal });
  await Promise.race([done, grace]);
  over.abort();
  await grace;
}

/** Every step of the closing runs, whatever became of the one before. */
async function runEach(log: Log, steps: readonly (() => Promise<void> | void)[]): Promise<void> {
  for (const step of steps) {
    try {
      await step();
    } catch (error) {
      log.warn("a step of the daemon's closing failed", { error: String(error) });
    }
  }
}
