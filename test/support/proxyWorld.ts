import { setTimeout as pause } from "node:timers/promises";
import { readRecord } from "../../src/daemon/endpointRecord.js";
import type { EndpointRecord } from "../../src/daemon/endpointRecord.js";
import { parseJson } from "../../src/core/parseJson.js";
import { membersOf } from "../../src/server/frame.js";
import { readKeptLogs } from "../../src/system/keptLogs.js";
import { type CommandEnd, runAutomobile } from "./runAutomobile.js";
import { type ServerProcess, type ServerProcessOptions, startServerProcess } from "./serverProcess.js";
import { testStateFolder } from "./stateFolder.js";
import { startTwoPhones, type TwoPhones } from "./twoPhones.js";

const LOOK_AGAIN_MS = 25;

/** Two phones, a state folder of its own, and every server, proxy and daemon that a test starts over them. */
export interface ProxyWorld {
  readonly phones: TwoPhones;
  readonly env: Readonly<Record<string, string>>;
  startProxy(options?: ServerProcessOptions): ServerProcess;
  start(command: "serve" | "proxy", options?: ServerProcessOptions): ServerProcess;
  /** The daemon's record once there is one. */
  daemon(): Promise<EndpointRecord>;
  /** Ends the daemon at once, as a crash would. */
  killDaemon(): Promise<void>;
  /** How many inputs each phone has received so far. */
  inputs(): readonly number[];
  /** `automobile daemon …`. */
  runDaemon(args: readonly string[]): Promise<CommandEnd>;
  /** The elicitation records in all kept logs. */
  records(): Promise<readonly unknown[]>;
  /** Every line with these words in all kept logs. */
  logged(words: string): Promise<readonly unknown[]>;
  close(): Promise<void>;
}

/** Starts the phones; neither proxy nor daemon yet. The state folder is among the temporary files, or in `within`. */
export async function startProxyWorld(within?: string): Promise<ProxyWorld> {
  const { folder, remove } = await testStateFolder(within);
  const phones = await startTwoPhones("the lab's own adb server", undefined);
  const env = { ...phones.env, AUTOMOBILE_STATE_DIR: folder.path };
  const servers: ServerProcess[] = [];
  const daemon = async (): Promise<EndpointRecord> => {
    for (;;) {
      const reading = await readRecord(folder);
      if (reading.is === "recorded") return reading.record;
      await pause(LOOK_AGAIN_MS);
    }
  };
  const linesWith = async (words: string): Promise<readonly string[]> => {
    const lines: string[] = [];
    for await (const log of readKeptLogs(folder.path)) {
      lines.push(...(log.is === "read" ? log.lines : []).filter((line) => line.includes(words)));
    }
    return lines;
  };
  const start: ProxyWorld["start"] = (command, options = {}) => {
    const server = startServerProcess({ ...options, command, env: { ...env, ...options.env } });
    servers.push(server);
    return server;
  };
  return {
    phones,
    env,
    start,
    startProxy: (options) => start("proxy", options),
    daemon,
    async killDaemon() {
      const { pid } = await daemon();
      process.kill(pid, "SIGKILL");
      while (isAlive(pid)) await pause(LOOK_AGAIN_MS);
    },
    runDaemon: (args) => runAutomobile(["daemon", ...args], env),
    inputs: () => phones.ids.map((id) => phones.received(id).length),
    records: async () => (await linesWith('"elicitation"')).map(toRecord).filter((record) => record !== undefined),
    logged: async (words) => (await linesWith(words)).map((line): unknown => JSON.parse(line)),
    async close() {
      await Promise.all(servers.map((server) => server.kill()));
      await runAutomobile(["daemon", "stop"], env);
      await phones.close();
      await remove();
    },
  };
}

/** Whether a process of this pid runs. One that ended and was not yet waited for runs no more. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Nothing for a line that a full disk cut short. */
function toRecord(line: string): unknown {
  return membersOf(parseJson(line))["elicitation"];
}

/** What a legacy client says first; `elicitation` is its capability. */
export async function initialize(proxy: ServerProcess, elicitation: object = { form: {} }): Promise<void> {
  const capabilities = { elicitation };
  const clientInfo = { name: "test", version: "1" };
  await proxy.request("initialize", { protocolVersion: "2025-11-25", capabilities, clientInfo });
  proxy.notify("notifications/initialized");
}

/** Resolves when `holds` does. */
export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await pause(LOOK_AGAIN_MS);
}
