import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Lab } from "../src/lab/lab.js";
import { startLab } from "../src/lab/startLab.js";
import { systemTimer } from "../src/system/systemTimer.js";
import { findAdb } from "../test/support/adbBinary.js";
import { startRealAdbServer } from "../test/support/adbServer.js";
import { runAutomobile } from "../test/support/runAutomobile.js";

/** Virtual phones in this process behind an adb server, and a state folder of their own. */
export interface BenchPhones {
  readonly lab: Lab;
  /** The ids under which the adb server knows them, in the order of the lab. */
  readonly ids: readonly string[];
  readonly adbPort: number;
  /** The environment that leads a server process to them. */
  readonly env: Readonly<Record<string, string>>;
  /** Ends them, and the daemon of the state folder if one was started. */
  close(): Promise<void>;
}

/** How many there are to be, how long each takes before it begins to do what it is told, and what stands before them. */
export interface BenchPhonesOptions {
  readonly phones: number;
  readonly latencyMs?: number;
  readonly through: "a real adb server" | "the lab's own adb server";
}

/** Starts them. @throws Error where a real adb server is wanted and this machine has no adb. */
export async function startBenchPhones({ phones, latencyMs = 0, through }: BenchPhonesOptions): Promise<BenchPhones> {
  const lab = await startLab({ phones, latencyMs, timer: systemTimer });
  const server = through === "a real adb server" ? await behindRealServer(lab) : await behindLabServer(lab);
  const stateFolder = await mkdtemp(join(tmpdir(), "automobile-bench-"));
  const env = {
    ANDROID_ADB_SERVER_ADDRESS: "127.0.0.1",
    ANDROID_ADB_SERVER_PORT: `${server.port}`,
    AUTOMOBILE_STATE_DIR: stateFolder,
  };
  return {
    lab,
    ids: server.ids,
    adbPort: server.port,
    env,
    async close() {
      await runAutomobile(["daemon", "stop"], env);
      await lab.close();
      await server.close();
      await rm(stateFolder, { recursive: true, force: true });
    },
  };
}

interface AdbFront {
  readonly port: number;
  readonly ids: readonly string[];
  close(): Promise<void>;
}

async function behindLabServer(lab: Lab): Promise<AdbFront> {
  const { port } = await lab.startAdbServer();
  return { port, ids: lab.phones.map(({ id }) => id), close: async () => undefined };
}

async function behindRealServer(lab: Lab): Promise<AdbFront> {
  const adb = findAdb();
  if (adb === undefined) throw new Error("this needs adb (Debian: apt-get install adb)");
  const server = await startRealAdbServer(adb);
  const ids: string[] = [];
  for (const { port } of lab.phones) ids.push(await server.attach(port));
  return { port: server.port, ids, close: () => server.close() };
}
