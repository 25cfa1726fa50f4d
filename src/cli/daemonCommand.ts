import { createHostJoiner } from "../daemon/hostJoiner.js";
import { type DaemonJoin, joinDaemon } from "../daemon/daemonClient.js";
import { toDaemonSettings } from "../daemon/daemonSettings.js";
import type { EndpointRecord } from "../daemon/endpointRecord.js";
import { isSharedSetting, NO_SHARED_KEY } from "../daemon/sharedSettings.js";
import { type StartedDaemon, startDaemon } from "../daemon/startDaemon.js";
import { assertNever } from "../core/assertNever.js";
import type { Log } from "../core/log.js";
import { isLoopback } from "../core/loopback.js";
import { createDaemonServer, lookAtStore, openStore, type ServeOptions } from "../server/index.js";
import { clearOldHeapEarly } from "../system/heapGrowth.js";
import { createHttpExchange } from "../system/httpExchange.js";
import { createProcessLog, type ProcessLog } from "../system/log.js";
import { ownPid, processMark } from "../system/processMark.js";
import { readSettings, type Settings } from "../system/settings.js";
import { openStateFolder, stateFolderPath } from "../system/stateFolder.js";
import { systemTimer } from "../system/systemTimer.js";
import { readTokenFile } from "../system/tokenFile.js";
import type { CliContext } from "./cliContext.js";
import { CommandError } from "./commandError.js";
import { describeDaemon, inWords, toStatus } from "./daemonWords.js";
import { EXIT, type ExitCode } from "./exitCode.js";
import { type ListenOptions, toListenArgs } from "./listenFlags.js";
import { toServerArgs } from "./serverFlags.js";
import { untilStopped } from "./untilStopped.js";

/** What a daemon is told when it starts. */
export interface DaemonRunOptions {
  readonly serve: ServeOptions;
  readonly listen: ListenOptions;
  /** 0 takes any free one. */
  readonly port: number;
  /** Seconds without a client after which it ends; 0 never ends it. */
  readonly idleExitS: number;
}

/** `daemon run`: serves in the foreground until it is told to stop. */
export async function runDaemon(options: DaemonRunOptions, { host, output, version }: CliContext): Promise<ExitCode> {
  clearOldHeapEarly();
  const settings = readSettings(host.env);
  requireSharedSettings(settings);
  const path = stateFolderPath(host.env);
  const { listen } = options;
  const { tokenFile } = listen;
  const sharedToken = tokenFile === undefined ? undefined : await inWords(async () => readTokenFile(tokenFile));
  const processLog = createProcessLog({
    file: { stateFolder: path, kind: "daemon", now: systemTimer.now() },
    level: settings.logLevel,
  });
  const { storeUrl } = settings;
  const store = storeUrl === undefined ? undefined : await openStore(storeUrl, processLog.log);
  const sharing = store === undefined ? {} : { store };
  return untilStopped(host, async (signal) => {
    const starting = inWords(async () =>
      startDaemon({
        folder: await openStateFolder(path),
        surroundings: { exchange: createHttpExchange(systemTimer), processMark },
        ...{ version, pid: ownPid(), timer: systemTimer, log: processLog.log },
        listen: { host: listen.host, port: options.port, allowHosts: listen.allowHosts },
        sharedToken,
        settings: toDaemonSettings(options.serve, settings),
        idleExitMs: options.idleExitS === 0 ? undefined : options.idleExitS * 1000,
        makeServer: (parts) => {
          return createDaemonServer({ ...parts, ...sharing, serve: options.serve, log: processLog.log });
        },
      }),
    );
    starting.catch(() => void store?.close());
    const daemon = await starting;
    const belongings =
      tokenFile === undefined ? "its token and its logs are" : `its token is that of ${tokenFile}, its logs are`;
    output.note(`automobile: a daemon listens at ${daemon.url}; ${belongings} in ${path}`);
    const note = (line: string): void => output.note(line);
    if (!isLoopback(listen.host)) warnOfOthers(listen, note, processLog.log);
    if (storeUrl !== undefined) void warnOfStore(storeUrl, settings, note);
    await untilEnded(daemon, processLog, signal);
    return EXIT.done;
  });
}

function requireSharedSettings({ problems }: Settings): void {
  const wrong = problems.find(({ variable }) => isSharedSetting(variable));
  if (wrong === undefined) return;
  const { variable, problem } = wrong;
  throw new CommandError(EXIT.wrongUse, `${variable} cannot be used: ${problem}`, `Correct ${variable}, or unset it`);
}

function warnOfOthers({ host, allowHosts }: ListenOptions, note: (line: string) => void, log: Log): void {
  const line = `warning: others reach this daemon at ${host} (as ${allowHosts.join(", ")}): whoever has its token drives every device, and nothing on the way is encrypted. Put a load balancer with TLS in front of it.`;
  note(`automobile: ${line}`);
  log.warn(line);
}

/** Says what may be found out too late: a daemon also starts with a store that cannot be used yet, or without a key for it. */
async function warnOfStore(url: URL, { requestStateKeys }: Settings, note: (line: string) => void): Promise<void> {
  if (requestStateKeys.length === 0) note(`automobile: warning: ${NO_SHARED_KEY}`);
  const reading = await lookAtStore(url);
  if (reading.is === "serving") return;
  const cause = `the store at ${url.host} cannot be used: ${reading.cause}`;
  note(`automobile: warning: ${cause}. Calls are refused until it can; automobile doctor says more`);
}

/** What `daemon start` is told. */
export interface DaemonStartOptions extends DaemonRunOptions {
  /** Flags that were given of those that a daemon takes when it starts, and does not write down. */
  readonly startFlags: readonly string[];
  readonly asJson: boolean;
}

/** `daemon start`: finds the daemon, or starts it apart from this process, and waits until it answers. */
export async function startDaemonApart(
  { serve, listen, port, idleExitS, startFlags, asJson }: DaemonStartOptions,
  { host, output, launcher }: CliContext,
): Promise<ExitCode> {
  const args = [...toServerArgs(serve), ...toListenArgs(listen), `--port=${port}`, `--idle-exit=${idleExitS}`];
  const joiner = await inWords(() => createHostJoiner({ host, launcher, serve, args, timer: systemTimer }));
  const join = await untilStopped(host, (signal) => joinDaemon(joiner, signal));
  const { record, isStarted } = joinedOrThrow(join);
  if (port !== 0 && record.port !== port) {
    throw new CommandError(EXIT.failed, `a daemon runs, and listens on port ${record.port}`, STOP_FIRST);
  }
  if (!isStarted && startFlags.length > 0) {
    const problem = `a daemon runs (process ${record.pid}), and does not take ${startFlags.join(", ")} any more`;
    throw new CommandError(EXIT.failed, problem, STOP_FIRST);
  }
  if (asJson) output.json(toStatus(record));
  else output.result(`${isStarted ? "started" : "runs already"}: ${describeDaemon(record)}`);
  return EXIT.done;
}

const STOP_FIRST = "Run: automobile daemon stop, and start it again";

function joinedOrThrow(join: DaemonJoin): { readonly record: EndpointRecord; readonly isStarted: boolean } {
  switch (join.is) {
    case "joined":
      return { record: join.endpoint.record, isStarted: join.isStarted };
    case "other_settings": {
      const problem = `a daemon runs with other settings (process ${join.record.pid}): ${join.differences.join("; ")}`;
      const hint = "Give the same settings, or another AUTOMOBILE_STATE_DIR for a daemon of its own";
      throw new CommandError(EXIT.failed, problem, hint);
    }
    case "failed":
      throw new CommandError(EXIT.failed, join.reason, join.hint);
    case "aborted":
      throw new CommandError(EXIT.failed, "interrupted");
    default:
      return assertNever(join);
  }
}

async function untilEnded(daemon: StartedDaemon, { flush }: ProcessLog, signal: AbortSignal): Promise<void> {
  const stop = (): void => void daemon.close();
  signal.addEventListener("abort", stop, { once: true });
  if (signal.aborted) stop();
  await daemon.closed;
  signal.removeEventListener("abort", stop);
  await flush();
}
