import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { closedPort } from "./closedPort.js";

/** How one run of the adb client ended. */
export interface AdbRun {
  readonly stdout: Buffer;
  readonly stderr: string;
  readonly exitCode: number | null;
}

/** An adb client of this machine, tied to one server. */
export interface AdbClient {
  /** Runs `adb <args>` with this input, and waits for its end. */
  run(args: readonly string[], stdin?: string): Promise<AdbRun>;
  /** The same, its standard output as text; a failure is an error. */
  text(...args: readonly string[]): Promise<string>;
}

/** A real adb server of the test's own. */
export interface RealAdbServer extends AdbClient {
  readonly port: number;
  /** `adb connect`s a port of this machine and gives the id under which the device is known. */
  attach(port: number): Promise<string>;
  /** Ends the server that was started here, and no other. */
  close(): Promise<void>;
}

const START_TIMEOUT_MS = 10_000;
const RETRY_MS = 20;

/** Starts the adb server in the foreground on a free port of loopback, with a home folder of its own. */
export async function startRealAdbServer(adb: string): Promise<RealAdbServer> {
  const home = await mkdtemp(join(tmpdir(), "automobile-adb-"));
  const port = await closedPort();
  const env = cleanEnvironment(home);
  const server = spawn(adb, ["-L", `tcp:localhost:${port}`, "server", "nodaemon"], { env, stdio: "ignore" });
  const ended = once(server, "exit");
  const client = adbClient(adb, port, home);
  await untilListening(port);
  return {
    ...client,
    port,
    async attach(phonePort) {
      const id = `127.0.0.1:${phonePort}`;
      await client.text("connect", id);
      await client.text("-s", id, "wait-for-device");
      return id;
    },
    async close() {
      server.kill();
      await ended;
      await rm(home, { recursive: true, force: true });
    },
  };
}

/** An adb client for whatever adb server listens on this port. Its home folder is where the server's is, or `/nonexistent`. */
export function adbClient(adb: string, port: number, home = "/nonexistent"): AdbClient {
  const run: AdbClient["run"] = async (args, stdin = "") => {
    const child = spawn(adb, ["-P", `${port}`, ...args], { env: cleanEnvironment(home) });
    const stdout: Buffer[] = [];
    let stderr = "";
    child.stdout.on("data", (chunk: Buffer) => stdout.push(chunk));
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      stderr += text;
    });
    // A command may end before it has read all of its input.
    child.stdin.on("error", () => undefined);
    child.stdin.end(stdin);
    const exitCode = await new Promise<number | null>((resolve, reject) => {
      child.once("error", reject);
      child.once("close", resolve);
    });
    return { stdout: Buffer.concat(stdout), stderr, exitCode };
  };
  return {
    run,
    async text(...args) {
      const { stdout, stderr, exitCode } = await run(args);
      if (exitCode !== 0) throw new Error(`adb ${args.join(" ")} ended with ${exitCode ?? "a signal"}: ${stderr}`);
      return stdout.toString();
    },
  };
}

/** Nothing of this machine's own adb settings; the ports of emulators are not searched. */
function cleanEnvironment(home: string): NodeJS.ProcessEnv {
  return { PATH: process.env["PATH"], HOME: home, ADB_LOCAL_TRANSPORT_MAX_PORT: "5553" };
}

async function untilListening(port: number): Promise<void> {
  for (let waitedMs = 0; waitedMs < START_TIMEOUT_MS; waitedMs += RETRY_MS) {
    if (await isListening(port)) return;
    await wait(RETRY_MS);
  }
  throw new Error("the adb server did not start");
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => {
      resolve(false);
    });
  });
}
