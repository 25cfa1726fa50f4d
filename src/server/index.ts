import type { McpServerFactory } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { lazily } from "../core/lazily.js";
import type { Log } from "../core/log.js";
import { STORE_NOT_USED } from "../core/storeNotUsed.js";
import type { DeviceQueue } from "../devices/deviceQueue.js";
import { createStateCodec } from "../elicitation/stateCodec.js";
import type { StoreReading } from "../store/readStore.js";
import type { SharedStore } from "../store/sharedStore.js";
import { hostProcess } from "../system/hostProcess.js";
import { createProcessLog } from "../system/log.js";
import { liveVariable, readSettings } from "../system/settings.js";
import { stateFolderPath } from "../system/stateFolder.js";
import { systemTimer } from "../system/systemTimer.js";
import { ambiguousDeviceTarget } from "../targeting/targetRefusals.js";
import type { TelemetryEvent } from "../telemetry/telemetryEvent.js";
import { PREBUILT_LIST } from "../tools/prebuiltList.js";
import { SERVER_INSTRUCTIONS } from "../tools/instructions.js";
import { TASK_TOOLS } from "../tools/taskTools.js";
import type { ToolRunner } from "../tools/toolRunner.js";

import type { ReportingBackend } from "./callProgress.js";
import { createDeviceQuestion, type DeviceTarget, type DeviceTargetOptions } from "./deviceTarget.js";
import { type ElicitationRecorder, logRecorder, recordTo } from "./elicitationOutcome.js";
import {
  createElicitationPolicy,
  ELICITATION_SWITCH,
  type ElicitationPolicy,
  readSwitch,
} from "./elicitationPolicy.js";
import { END_WITHIN_MS } from "./clientOutput.js";
import { createDevices, type DeviceOptions } from "./deviceWorld.js";
import { createMcpServerFactory, type McpServerParts } from "./mcpServer.js";
import type { Opening } from "./opening.js";
import { readSessionKey } from "./sessionKey.js";
import { createStdioTransport } from "./stdioTransport.js";
import { createMemoryTaskStore } from "./tasks/memoryTaskStore.js";
import { createTasks, TASK_LIMITS } from "./tasks/tasks.js";
import { HOLD_NOTHING, type HoldProcess } from "./tasks/taskStore.js";
import { toBackend } from "./toolBackend.js";

export { createDevices } from "./deviceWorld.js";

export type { StoreReading };

const READ_ONLY_TOOLS: ReadonlySet<string> = new Set(
  PREBUILT_LIST.filter(({ annotations }) => annotations.readOnlyHint).map(({ name }) => name),
);

/** What the operator decided for one server. */
export interface ServeOptions extends DeviceOptions {
  /** Never resolve a device and never ask: every call names its own. */
  readonly requireDeviceId: boolean;
}

/** The tools of one process, and the devices that they run on. */
interface ToolWorld {
  readonly runner: ToolRunner;
  close(): Promise<void>;
}

/**
 * Serves MCP on this process's standard input and output, both eras, from what was said on them before until the input
 * ends, the client reads no more or the process is told to stop. Nothing of devices is loaded or touched before the first
 * tool call. Resolves when everything it opened is closed.
 */
export async function serveStdioServer(options: ServeOptions, opening: Pick<Opening, "take">): Promise<void> {
  const host = hostProcess();
  const settings = readSettings();
  const { log, flush } = createProcessLog({
    stream: host.stderr.stream,
    file: { stateFolder: stateFolderPath(host.env), kind: "direct", now: systemTimer.now() },
    level: settings.logLevel,
  });
  if (settings.storeUrl !== undefined) log.warn(STORE_NOT_USED);
  const transport = createStdioTransport({
    input: host.stdin.stream,
    output: host.stdout.stream,
    opening,
    timer: systemTimer,
  });
  const shared = shareTools(options, log, { hold: HOLD_NOTHING });
  const createServer = createMcpServerFactory({
    ...shared.parts,
    ambiguousDeviceElicitation: {
      timer: systemTimer,
      policy: livePolicy(log),
      recorder: recordTo([logRecorder(log)], log),
      topology: "direct",
    },
    rawElicitation: transport.rawElicitation,
  });
  serveStdio(createServer, {
    transport,
    onerror: (error) => {
      log.warn("the connection met an error", { error: error.message });
    },
  });
  const stopListening = host.onStop(() => void transport.close());
  await transport.closed;
  stopListening();
  host.endWithin(END_WITHIN_MS);
  await shared.close();
  await flush();
}

/** What one HTTP request says of how its calls are to be served. */
export interface CallTerms {
  /** The caller's own switch; `undefined` when it sent none, and this process's counts. */
  readonly switchValue: string | undefined;
  /** A proxy stands in front of the daemon. On the legacy era it asks, and writes the call's one record. */
  readonly isProxied: boolean;
  /** Run on nothing that has another identity than this; see `ToolRunRequest`. */
  readonly expectedIdentity: string | undefined;
}

/** What a daemon's server is made of. */
export interface DaemonServerOptions {
  readonly serve: ServeOptions;
  readonly log: Log;
  /** Tells the live subscribers. */
  readonly publish: (event: TelemetryEvent) => void;
  /** Called for each task that would be lost with this process. */
  readonly hold: HoldProcess;
  /** What it shares with other daemons; everything is its own without. Closed with the server. */
  readonly store?: SharedStore;
  readonly readCallTerms: (headers: Headers | undefined) => CallTerms;
}

/** One server for many callers: devices, queues and signing key are shared by all the instances that it makes. */
export interface DaemonServer {
  /** Called once per HTTP request. */
  readonly createServer: McpServerFactory;
  /** The devices that a call could mean now; never runs it. */
  readonly resolve: DeviceTargetOptions["resolve"];
  /** Ends what belongs to devices. No request may come any more. */
  close(): Promise<void>;
}

/** The server of a daemon. Nothing of devices is loaded or touched before the first tool call. */
export function createDaemonServer(options: DaemonServerOptions): DaemonServer {
  const { serve, log, publish, store, readCallTerms } = options;
  const shared = shareTools(serve, log, options);
  const ownPolicy = livePolicy(log);
  const publishRecord: ElicitationRecorder = (record) => publish({ type: "elicitation", record });
  const recorder = recordTo([logRecorder(log), publishRecord, ...(store === undefined ? [] : [store.tellOthers])], log);
  store?.onRecord(publishRecord);
  const recordNowhere: ElicitationRecorder = () => undefined;
  return {
    createServer(context) {
      const { switchValue, isProxied, expectedIdentity } = readCallTerms(context.requestInfo?.headers);
      const policy = switchValue === undefined ? ownPolicy : { isOff: () => readSwitch(switchValue) === "off" };
      const createServer = createMcpServerFactory({
        ...shared.parts,
        backend: expecting(expectedIdentity, shared.parts.backend),
        ambiguousDeviceElicitation: {
          timer: systemTimer,
          policy,
          // Only a legacy question is asked in front of the daemon; a modern one travels through with its record here.
          recorder: isProxied && context.era === "legacy" ? recordNowhere : recorder,
          topology: isProxied ? "proxy" : "daemon",
        },
        // A legacy request over HTTP has no connection that could have said anything.
        rawElicitation: () => undefined,
      });
      return createServer(context);
    },
    resolve: shared.resolve,
    close: shared.close,
  };
}

/** What `AUTOMOBILE_STORE` names, for a daemon that shares it. It may be down; then it is used as soon as it is there. */
export async function openStore(url: URL, log: Log): Promise<SharedStore> {
  const { openSharedStore } = await import("../store/sharedStore.js");
  return openSharedStore({ url, limits: TASK_LIMITS, timer: systemTimer, log });
}

/** What is found at the address of a store, without leaving anything there. Never throws for one that is down. */
export async function lookAtStore(url: URL): Promise<StoreReading> {
  const { readStore } = await import("../store/readStore.js");
  return await readStore({ url, timer: systemTimer });
}

/** Ties calls to what was picked in front of this process; one that was picked here is tied already. */
function expecting(expectedIdentity: string | undefined, backend: ReportingBackend): ReportingBackend {
  if (expectedIdentity === undefined) return backend;
  return async (call, signal, report) => await backend({ expectedIdentity, ...call }, signal, report);
}

/** The switch of this process's environment, read for each call. */
function livePolicy(log: Log): ElicitationPolicy {
  return createElicitationPolicy(liveVariable(ELICITATION_SWITCH), (line) => {
    log.warn(line);
  });
}

/** What all server instances of a process share, whoever they serve. */
interface SharedTools {
  readonly parts: Omit<McpServerParts<DeviceTarget>, "ambiguousDeviceElicitation" | "rawElicitation">;
  readonly resolve: DeviceTargetOptions["resolve"];
  close(): Promise<void>;
}

function shareTools(
  options: ServeOptions,
  log: Log,
  { hold, store }: Pick<DaemonServerOptions, "hold" | "store">,
): SharedTools {
  const world = lazily(async () => await openTools(options, log, store?.queue));
  const resolve: DeviceTargetOptions["resolve"] = async ({ name, arguments: args }, signal) => {
    const { runner } = await world.get();
    return await runner.resolve({ name, args, signal });
  };
  const tasks = createTasks({
    store: store?.tasks ?? createMemoryTaskStore({ timer: systemTimer, limits: TASK_LIMITS, hold }),
    limits: TASK_LIMITS,
    effectWhenStopped: (tool) => (READ_ONLY_TOOLS.has(tool) ? "did_not_run" : "may_have_run"),
    hold,
    timer: systemTimer,
    log,
  });
  return {
    parts: {
      instructions: SERVER_INSTRUCTIONS,
      tools: PREBUILT_LIST,
      backend: toBackend(async (call) => (await (await world.get()).runner.run(call)).outcome),
      question: createDeviceQuestion({
        resolve,
        refuseAmbiguous: (tool, candidates) => ambiguousDeviceTarget(tool, candidates).detail,
      }),
      stateCodec: createStateCodec({ bind: readSessionKey, keys: readSettings().requestStateKeys }),
      tasks: { tasks, toolNames: TASK_TOOLS, callerKey: readSessionKey },
      log,
    },
    resolve,
    async close() {
      await tasks.close();
      await (await world.peek())?.close();
      await store?.close();
    },
  };
}

async function openTools(options: ServeOptions, log: Log, queue?: DeviceQueue): Promise<ToolWorld> {
  const { createToolRunner } = await import("../tools/toolRunner.js");
  const { createDeviceQueue } = await import("../devices/deviceQueue.js");
  const { createResolveAppPath } = await import("../system/appFile.js");
  const { breathe } = await import("../system/breathe.js");
  const { inventory, close } = await createDevices(options, log);
  const catalogue = lazily(async () => (await import("../tools/catalogue.js")).CATALOGUE);
  const runner = createToolRunner({
    inventory,
    policy: { requiresDeviceId: options.requireDeviceId },
    queue: queue ?? createDeviceQueue(),
    breathe,
    resolveAppPath: createResolveAppPath(readSettings().appFolder),
    timer: systemTimer,
    log,
    loadCatalogue: () => catalogue.get(),
  });
  return { runner, close };
}
