import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { processMark } from "../../src/system/processMark.js";
import { type CommandEnd, runAutomobile, startAutomobile, type RunningCommand } from "./runAutomobile.js";
import { testStateFolder } from "./stateFolder.js";

const statusSchema = z.object({ port: z.number(), pid: z.number(), version: z.string(), startedAt: z.string() });

/** What `daemon start --json` says of the daemon. */
export type DaemonStatus = z.infer<typeof statusSchema>;

/** A state folder of a test's own, and the built command on it, over two virtual phones. */
export interface DaemonHome {
  readonly path: string;
  /** `automobile daemon …`. */
  run(args: readonly string[], env?: Readonly<Record<string, string>>): Promise<CommandEnd>;
  /** The same, not waited for. */
  begin(args: readonly string[]): RunningCommand;
  start(args?: readonly string[], env?: Readonly<Record<string, string>>): Promise<DaemonStatus>;
  /** A request to a port with the folder's token. */
  send(port: number, path: string, request?: RequestInit): Promise<Response>;
  token(): Promise<string>;
  /** Stops the daemon, and removes the folder. */
  remove(): Promise<void>;
}

/** Makes one. */
export async function daemonHome(): Promise<DaemonHome> {
  const state = await testStateFolder();
  const { path } = state.folder;
  const environment = { AUTOMOBILE_STATE_DIR: path };
  const run: DaemonHome["run"] = (args, env = {}) => runAutomobile(["daemon", ...args], { ...environment, ...env });
  const token = async (): Promise<string> => (await readFile(join(path, "token"), "utf8")).trim();
  return {
    ...{ path, run, token },
    begin: (args) => startAutomobile(["daemon", ...args], environment),
    async start(args = [], env = {}) {
      const { stdout, stderr } = await run(["start", "--lab", "2", "--json", ...args], env);
      if (stdout === "") throw new Error(stderr);
      return statusSchema.parse(JSON.parse(stdout));
    },
    async send(port, to, request = {}) {
      const headers = {
        Authorization: `Bearer ${await token()}`,
        "Content-Type": "application/json",
        ...request.headers,
      };
      return await fetch(`http://127.0.0.1:${port}${to}`, { method: "POST", ...request, headers });
    },
    async remove() {
      await run(["stop"]);
      await state.remove();
    },
  };
}

/** Whether a process lives. */
export async function lives(pid: number): Promise<boolean> {
  return (await processMark(pid)) !== undefined;
}
