import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { performance } from "node:perf_hooks";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { type DaemonHome, daemonHome } from "../test/support/daemonHome.js";
import { atLeast } from "./aim.js";
import { compare, type Comparison } from "./comparison.js";
import type { Effort } from "./effort.js";
import { createHttpCaller, type HttpCaller } from "./httpCaller.js";

const AIM = atLeast(0.7);
const PARALLEL = [1, 8, 64] as const;

/** Calls per second of a daemon, beside the SDK's own HTTP entry around a tool that gives a constant. */
export async function measureDaemonLoad({ bursts, burstMs }: Effort): Promise<readonly Comparison[]> {
  const home = await daemonHome();
  const daemon = await openDaemon(home);
  const bare = await startBareHandler();
  const comparisons: Comparison[] = [];
  try {
    for (const callers of PARALLEL) {
      comparisons.push(
        await compare(
          {
            name: `daemon, ${callers} caller(s) of listDevices`,
            baseline: "bare `createMcpHandler`, one constant tool",
            aim: AIM,
            unit: "calls/s",
          },
          {
            measure: () => callsPerSecond({ callers, burstMs }, () => daemon.call("listDevices", {})),
            reference: () => callsPerSecond({ callers, burstMs }, () => bare.caller.call("constant", {})),
            rounds: bursts,
          },
        ),
      );
    }
  } finally {
    daemon.close();
    await bare.close();
    await home.remove();
  }
  return comparisons;
}

async function openDaemon(home: DaemonHome): Promise<HttpCaller> {
  const { port } = await home.start();
  return createHttpCaller({ port, token: await home.token() });
}

async function callsPerSecond(
  { callers, burstMs }: { readonly callers: number; readonly burstMs: number },
  call: () => Promise<void>,
): Promise<number> {
  const startedAt = performance.now();
  let calls = 0;
  const callOn = async (): Promise<void> => {
    while (performance.now() - startedAt < burstMs) {
      await call();
      calls += 1;
    }
  };
  await Promise.all(Array.from({ length: callers }, callOn));
  return (calls * 1000) / (performance.now() - startedAt);
}

async function startBareHandler(): Promise<{ readonly caller: HttpCaller; close(): Promise<void> }> {
  const child: ChildProcessByStdio<Writable, Readable, null> = spawn(process.execPath, ["bench/bareHandler.mjs"], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const port = await new Promise<string>((resolve) => createInterface(child.stdout).once("line", resolve));
  const caller = createHttpCaller({ port: Number(port) });
  return {
    caller,
    async close() {
      caller.close();
      child.stdin.end();
      await once(child, "exit");
    },
  };
}
