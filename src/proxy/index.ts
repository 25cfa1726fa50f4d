import { randomUUID } from "node:crypto";
import { lazily } from "../core/lazily.js";
import type { Log } from "../core/log.js";
import { VERSION } from "../core/version.js";
import type { DaemonJoin, DaemonJoiner } from "../daemon/daemonClient.js";
import type { Asking } from "../elicitation/caller.js";
import { logRecorder, recordTo } from "../server/elicitationOutcome.js";
import { createElicitationPolicy, ELICITATION_SWITCH } from "../server/elicitationPolicy.js";
import type { ServeOptions } from "../server/index.js";
import type { HostProcess } from "../system/hostProcess.js";
import { createProcessLog } from "../system/log.js";
import { liveVariable, LOG_LEVEL_VARIABLE, readSettings } from "../system/settings.js";
import { stateFolderPath } from "../system/stateFolder.js";
import { TASKS_EXTENSION } from "../server/tasks/taskWire.js";
import { systemTimer } from "../system/systemTimer.js";
import { SERVER_INSTRUCTIONS } from "../tools/instructions.js";
import { PREBUILT_LIST } from "../tools/prebuiltList.js";
import { createClientQuestions } from "./clientQuestions.js";
import { createDaemonLink, type DaemonLink, type Reach } from "./daemonLink.js";
import { createForwarding } from "./forwarding.js";
import { END_WITHIN_MS } from "../server/clientOutput.js";
import type { Members } from "../server/frame.js";
import { openFrameStream } from "./frameStream.js";
import { agreedRevision, createLocalAnswers } from "../server/localAnswers.js";
import type { LegacyCall } from "./legacyCalls.js";
import { createProxySession } from "./proxySession.js";
import { readOwnSessionKey, SESSION_KEY_VARIABLE } from "./ownSessionKey.js";

/** What a proxy is started with. */
export interface ProxyOptions {
  readonly host: HostProcess;
  /** The path of `bin/automobile.js`, to start a daemon with. */
  readonly launcher: string;
  readonly serve: ServeOptions;
  /** The command line that gives a daemon `serve`. */
  readonly daemonArgs: readonly string[];
}

/**
 * Serves MCP on this process's standard input and output, over the daemon of the state folder, until the input ends, the
 * client reads no more or the process is told to stop. What needs no daemon is answered before one is looked for. Ends no
 * other process, and leaves the daemon running.
 */
export async function serveProxy(options: ProxyOptions): Promise<void> {
  const { host } = options;
  const settings = readSettings(host.env);
  const { log, flush } = createProcessLog({
    stream: host.stderr.stream,
    file: { stateFolder: stateFolderPath(host.env), kind: "proxy", now: systemTimer.now() },
    level: settings.logLevel,
  });
  // Of its own settings; those of devices are the daemon's.
  const unusable = settings.problems.filter(({ variable }) => variable === LOG_LEVEL_VARIABLE);
  for (const { variable, problem } of unusable) log.warn(`${variable} is not used: ${problem}`);
  const gone = new AbortController();
  const link = createDaemonLink({
    reach: async () => await reachDaemon(options, gone.signal),
    post: async (address, posting) => (await import("./daemonPost.js")).postToDaemon(address, posting),
    version: VERSION,
    log,
  });
  const stream = openFrameStream(
    { input: host.stdin.stream, output: host.stdout.stream, timer: systemTimer },
    {
      frame: (frame, line) => {
        session.take(frame, line);
      },
      oddity: (what) => {
        log.warn(what);
      },
    },
  );
  const session = openSession({ link, log, send: stream.send, sessionKey: chooseSessionKey(host, log) });
  const stopListening = host.onStop(stream.close);
  await stream.closed;
  stopListening();
  host.endWithin(END_WITHIN_MS);
  session.close();
  gone.abort();
  await flush();
}

interface SessionParts {
  readonly link: DaemonLink;
  readonly log: Log;
  readonly send: (line: string) => Promise<void>;
  readonly sessionKey: string;
}

function openSession({ link, log, send, sessionKey }: SessionParts): ReturnType<typeof createProxySession> {
  const policy = createElicitationPolicy(liveVariable(ELICITATION_SWITCH), (line) => {
    log.warn(line);
  });
  const asking: Asking = { timer: systemTimer, policy, recorder: recordTo([logRecorder(log)], log), topology: "proxy" };
  const questions = createClientQuestions(send);
  let initialized: Members | undefined;
  const forwarding = createForwarding({
    link,
    send,
    identity: { sessionKey, policy },
    legacyRevision: () => (initialized === undefined ? undefined : agreedRevision(initialized["protocolVersion"])),
  });
  const legacyCall = lazily(async (): Promise<LegacyCall> => {
    const { createLegacyCalls } = await import("./legacyCalls.js");
    const { call: forward, resolve } = forwarding;
    return createLegacyCalls({ forward, resolve, questions, asking, initialized: () => initialized ?? {} });
  });
  return createProxySession({
    ...{ send, forwarding, questions, legacyCall, timer: systemTimer, log },
    answerLocally: createLocalAnswers({
      instructions: SERVER_INSTRUCTIONS,
      tools: PREBUILT_LIST,
      extensions: [TASKS_EXTENSION],
    }),
    onInitialize: (params) => {
      initialized = params;
    },
    warmUp: link.warmUp,
  });
}

function chooseSessionKey({ env }: HostProcess, log: Log): string {
  const own = readOwnSessionKey(env);
  if (own.is === "given") return own.key;
  if (own.is === "unusable") log.warn(`${SESSION_KEY_VARIABLE} is not used: ${own.problem}`);
  return randomUUID();
}

async function reachDaemon({ host, launcher, serve, daemonArgs }: ProxyOptions, signal: AbortSignal): Promise<Reach> {
  const { createHostJoiner } = await import("../daemon/hostJoiner.js");
  const { joinDaemon } = await import("../daemon/daemonClient.js");
  const { StateFolderError } = await import("../system/stateFolder.js");
  try {
    const joiner: DaemonJoiner = await createHostJoiner({
      host,
      launcher,
      serve,
      args: daemonArgs,
      timer: systemTimer,
    });
    return toReach(await joinDaemon(joiner, signal));
  } catch (error) {
    if (error instanceof StateFolderError) return { is: "unavailable", cause: `${error.message}. ${error.fix}` };
    throw error;
  }
}

function toReach(join: DaemonJoin): Reach {
  switch (join.is) {
    case "joined": {
      const { record, token } = join.endpoint;
      const { host, port, instance: run, version } = record;
      return { is: "reached", door: { host, port, token, run, version } };
    }
    case "other_settings":
      return { is: "conflict", differences: join.differences };
    case "failed":
      return { is: "unavailable", cause: `${join.reason}. ${join.hint}` };
    case "aborted":
      return { is: "unavailable", cause: "the proxy is ending" };
  }
}
