import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { createClient } from "@redis/client";
import { createRedisLink } from "../../src/store/redisLink.js";
import { createRedisTurns } from "../../src/store/redisTurns.js";
import { storeKey } from "../../src/store/storeKeys.js";
import { systemTimer } from "../../src/system/systemTimer.js";
import { closedPort } from "./closedPort.js";
import { recordingLog } from "./recordingLog.js";

/** A real Redis server of the test's own, on a free port of loopback. */
export interface RedisServer {
  readonly url: URL;
  /** Sends one command as the operator. */
  run(...args: readonly string[]): Promise<unknown>;
  /** Ends it at once, as a crash would. */
  kill(): Promise<void>;
  /** Starts it again on the same port: with its data if it keeps that, else empty. */
  restart(): Promise<void>;
  /** Stops the process without ending it: connections stand, and nothing answers. Until `thaw`. */
  freeze(): void;
  thaw(): void;
  close(): Promise<void>;
}

const PROGRAM = "redis-server";
const RETRY_MS = 20;

/** Whether this machine has one. With `AUTOMOBILE_REQUIRE_REDIS=1`, having none is an error and not a reason to skip. */
export function hasRedis(env: NodeJS.ProcessEnv = process.env): boolean {
  try {
    execFileSync(PROGRAM, ["--version"], { stdio: "ignore" });
    return true;
  } catch (cause) {
    if (env["AUTOMOBILE_REQUIRE_REDIS"] === "1") throw new Error("there is no redis-server", { cause });
    return false;
  }
}

/** How one is started. */
export interface RedisServerOptions {
  /** Whether what was written outlives a crash. Default: nothing is written to disk. */
  readonly keeps?: "all" | "nothing";
  /** Whether it is a cluster of one, which has all the slots. Default: it is no cluster, and settled. */
  readonly isCluster?: boolean;
}

/** Starts one that is settled, as if it had been in use for a while. */
export async function startRedisServer(options: RedisServerOptions = {}): Promise<RedisServer> {
  const { keeps = "nothing", isCluster = false } = options;
  const folder = await mkdtemp(join(tmpdir(), "automobile-redis-"));
  const [port, clusterPort] = await Promise.all([closedPort(), closedPort()]);
  const url = new URL(`redis://127.0.0.1:${port}`);
  const run: RedisServer["run"] = async (...args) => {
    const client = createClient({ url: url.href, RESP: 2, socket: { reconnectStrategy: false } });
    client.on("error", () => undefined);
    await client.connect();
    try {
      return await client.sendCommand([...args]);
    } finally {
      client.destroy();
    }
  };
  const start = async (): Promise<ChildProcess> => {
    const log = keeps === "all" ? ["--appendonly", "yes", "--appendfsync", "always"] : ["--appendonly", "no"];
    const cluster = isCluster ? ["--cluster-enabled", "yes", "--cluster-port", `${clusterPort}`] : [];
    const args = ["--port", `${port}`, "--bind", "127.0.0.1", "--save", "", "--dir", folder, ...log, ...cluster];
    const started = spawn(PROGRAM, args, { stdio: "ignore" });
    while (!(await run("PING").then(isPong, () => false))) await wait(RETRY_MS);
    return started;
  };
  let server = await start();
  if (isCluster) await run("CLUSTER", "ADDSLOTSRANGE", "0", "16383");
  else await settle(url, run);
  const kill = async (): Promise<void> => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    server.kill("SIGKILL");
    await once(server, "exit");
  };
  return {
    url,
    run,
    kill,
    async restart() {
      await kill();
      server = await start();
    },
    freeze: () => void server.kill("SIGSTOP"),
    thaw: () => void server.kill("SIGCONT"),
    async close() {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Lets a first process come to it, and takes the ten seconds off that a new store would be given. */
async function settle(url: URL, run: RedisServer["run"]): Promise<void> {
  const link = createRedisLink({ url, timer: systemTimer, log: recordingLog() });
  createRedisTurns({ link, timer: systemTimer, log: recordingLog() });
  while ((await run("EXISTS", storeKey("settled"))) !== 1) await wait(RETRY_MS);
  await run("DEL", storeKey("settling"));
  await link.close();
}

function isPong(reply: unknown): boolean {
  return reply === "PONG";
}
