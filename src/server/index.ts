import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { lazily } from "../core/lazily.js";
import type { Log } from "../core/log.js";
import type { Inventory } from "../devices/inventory.js";
import type { Asking } from "../elicitation/caller.js";
import { createStateCodec } from "../elicitation/stateCodec.js";
import { hostProcess } from "../system/hostProcess.js";
import { createProcessLog } from "../system/log.js";
import { liveVariable, readSettings } from "../system/settings.js";
import { systemTimer } from "../system/systemTimer.js";
import { ambiguousDeviceTarget } from "../targeting/targetRefusals.js";
import { PREBUILT_LIST } from "../tools/prebuiltList.js";
import { SERVER_INSTRUCTIONS } from "../tools/instructions.js";
import type { ToolRunner } from "../tools/toolRunner.js";

import { createDeviceQuestion } from "./deviceTarget.js";
import { logRecorder, recordTo, type Topology } from "./elicitationOutcome.js";
import { createElicitationPolicy, ELICITATION_SWITCH } from "./elicitationPolicy.js";
import { createMcpServerFactory } from "./mcpServer.js";
import { readSessionKey } from "./sessionKey.js";
import { createStdioTransport } from "./stdioTransport.js";
import { toBackend } from "./toolBackend.js";

const STANDARD_ERROR = 2;

/** What the operator decided for one server. */
export interface ServeOptions {
  /** That many virtual phones in place of real adb; `undefined` for real devices. */
  readonly lab: number | undefined;
  /** When not empty, no other device exists for this server. */
  readonly allowDevices: readonly string[];
  /** Never resolve a device and never ask: every call names its own. */
  readonly requireDeviceId: boolean;
}

/** The devices of one process. */
export interface DeviceWorld {
  readonly inventory: Inventory;
  /** Ends connections, children and virtual phones. */
  close(): Promise<void>;
}

/** The tools of one process, and the devices that they run on. */
interface ToolWorld {
  readonly runner: ToolRunner;
  close(): Promise<void>;
}

/**
 * Serves MCP on this process's standard input and output, both eras, until the input ends or the process is told to stop.
 * Nothing of devices is loaded or touched before the first tool call. Resolves when everything it opened is closed.
 */
export async function serveStdioServer(options: ServeOptions): Promise<void> {
  const host = hostProcess();
  const { log, flush } = createProcessLog({ fd: STANDARD_ERROR, level: readSettings().logLevel });
  const world = lazily(async () => await openTools(options, log));
  const transport = createStdioTransport({ input: host.stdin.stream, output: host.stdout.stream });
  const createServer = createMcpServerFactory({
    instructions: SERVER_INSTRUCTIONS,
    tools: PREBUILT_LIST,
    backend: toBackend(async (call) => (await (await world.get()).runner.run(call)).outcome),
    question: createDeviceQuestion({
      resolve: async ({ name, arguments: args }, signal) => {
        const { runner } = await world.get();
        return await runner.resolve({ name, args, signal });
      },
      refuseAmbiguous: (tool, candidates) => ambiguousDeviceTarget(tool, candidates).detail,
    }),
    ambiguousDeviceElicitation: createAsking("direct", log),
    stateCodec: createStateCodec({ bind: readSessionKey }),
    rawElicitation: transport.rawElicitation,
    log,
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
  await (await world.peek())?.close();
  await flush();
}

/**
 * The devices that a command of this process may look at, as a server with the same options would. What happens on the
 * way is told to `log`, for a person to read.
 *
 * @throws Error when the virtual phones cannot be started.
 */
export async function createDevices(
  options: Pick<ServeOptions, "lab" | "allowDevices">,
  log: Log,
): Promise<DeviceWorld> {
  return await openDevices(options, log);
}

/** What turns an ambiguity into a question in this process. */
function createAsking(topology: Topology, log: Log): Asking {
  return {
    timer: systemTimer,
    policy: createElicitationPolicy(liveVariable(ELICITATION_SWITCH), (line) => {
      log.warn(line);
    }),
    recorder: recordTo([logRecorder(log)], log),
    topology,
  };
}

async function openTools(options: ServeOptions, log: Log): Promise<ToolWorld> {
  const { createToolRunner } = await import("../tools/toolRunner.js");
  const { createDeviceQueue } = await import("../devices/deviceQueue.js");
  const { createResolveAppPath } = await import("../system/appFile.js");
  const { inventory, close } = await openDevices(options, log);
  const runner = createToolRunner({
    inventory,
    policy: { requiresDeviceId: options.requireDeviceId },
    queue: createDeviceQueue(),
    resolveAppPath: createResolveAppPath(readSettings().appFolder),
    timer: systemTimer,
    log,
    loadCatalogue: async () => (await import("../tools/catalogue.js")).CATALOGUE,
  });
  return { runner, close };
}

async function openDevices(options: Pick<ServeOptions, "lab" | "allowDevices">, log: Log): Promise<DeviceWorld> {
  const { createInventory } = await import("../devices/inventory.js");
  const { createAndroidSource } = await import("../devices/android/androidSource.js");
  const { createIosSources } = await import("../devices/ios/iosSources.js");
  const { openAppFile } = await import("../system/appFile.js");
  const { createFindAdb, createFindEmulator } = await import("../system/findAdb.js");
  const { createHttpExchange } = await import("../system/httpExchange.js");
  const { createProcessRunner } = await import("../system/processRunner.js");
  const { withScratchFile } = await import("../system/scratchFile.js");
  const { createStartProcess } = await import("../system/startProcess.js");
  const settings = readSettings();
  for (const { variable, problem } of settings.problems) log.warn(`${variable} is not used: ${problem}`);
  const lab = options.lab === undefined ? undefined : await openLab(options.lab, log);
  const runProcess = createProcessRunner({ timer: systemTimer, env: hostProcess().env });
  const startProcess = createStartProcess(hostProcess().env);
  const exchange = createHttpExchange(systemTimer);
  const inventory = createInventory({
    sources: [
      createAndroidSource({
        address: lab?.address ?? settings.adbServer,
        findAdb: createFindAdb(settings),
        runProcess,
        openFile: openAppFile,
        // An emulator shows itself to the adb server of its own machine.
        ...(lab === undefined && settings.adbServer.isStartable
          ? { emulators: { findEmulator: createFindEmulator(settings), runProcess, startProcess } }
          : {}),
        timer: systemTimer,
        log,
      }),
      // A server on virtual phones has no other devices.
      ...(lab === undefined
        ? createIosSources({ runProcess, withScratchFile, exchange, agents: settings.agents })
        : []),
    ],
    ...(options.allowDevices.length === 0 ? {} : { allowedDevices: options.allowDevices }),
  });
  return {
    inventory,
    async close() {
      await inventory.close();
      await lab?.close();
    },
  };
}

/** Virtual phones behind an adb server of this process, so that no adb is needed. */
async function openLab(
  phones: number,
  log: Log,
): Promise<{ address: { host: string; port: number; isStartable: false }; close: () => Promise<void> }> {
  const { startLab } = await import("../lab/startLab.js");
  const lab = await startLab({ phones, timer: systemTimer, log });
  const { host, port } = await lab.startAdbServer();
  return { address: { host, port, isStartable: false }, close: lab.close };
}
