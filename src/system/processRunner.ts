import { spawn, type ChildProcess } from "node:child_process";
import { constants } from "node:os";
import type { ProcessEnd, ProcessRequest, RunProcess } from "../core/runProcess.js";
import { settleOnce } from "../core/settleOnce.js";
import type { Timer } from "../core/timer.js";
import { childEnvironment } from "./childEnvironment.js";

/** What a process runner needs. `env` is what children inherit, less what `childEnvironment` takes out. */
export interface ProcessRunnerOptions {
  readonly timer: Timer;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Most that is kept of each output stream; the rest is read and dropped, so that the child never blocks on it. */
const OUTPUT_LIMIT_BYTES = 1024 * 1024;

/** Output still on its way when the child has exited. A server that the child started may hold the pipes open for ever. */
const LAST_OUTPUT_MS = 250;

/** As shells report a child that was ended by a signal. */
const SIGNAL_EXIT_BASE = 128;

/** Runs children without a shell, with nothing on their standard input, and ends only those that it started itself. */
export function createProcessRunner({ timer, env }: ProcessRunnerOptions): RunProcess {
  const childEnv = { ...childEnvironment(env) };
  return async ({ file, args, timeoutMs, signal }: ProcessRequest): Promise<ProcessEnd> => {
    if (signal.aborted) return { outcome: "aborted" };
    const end = settleOnce<ProcessEnd>();
    const child = spawn(file, args, {
      stdio: ["ignore", "pipe", "pipe"],
      env: childEnv,
      shell: false,
      windowsHide: true,
    });
    const stdout = collect(child.stdout);
    const stderr = collect(child.stderr);
    const output = () => ({ stdout: stdout(), stderr: stderr() });
    const abort = () => end.settle({ outcome: "aborted" });
    signal.addEventListener("abort", abort, { once: true });
    const cancelTimer = timer.after(timeoutMs, `process: ${file}`, () => {
      end.settle({ outcome: "timed_out", ...output() });
    });
    let cancelLastOutput: () => void = () => undefined;
    const exited = (exitCode: number) => end.settle({ outcome: "exited", exitCode, ...output() });
    child.on("error", (error) => end.settle({ outcome: "not_started", reason: error.message }));
    child.once("exit", (code, signalName) => {
      const exitCode = toExitCode(code, signalName);
      cancelLastOutput = timer.after(LAST_OUTPUT_MS, `process: last output of ${file}`, () => exited(exitCode));
      child.once("close", () => exited(exitCode));
    });
    try {
      return await end.settled;
    } finally {
      cancelTimer();
      cancelLastOutput();
      signal.removeEventListener("abort", abort);
      letGo(child);
    }
  };
}

function toExitCode(code: number | null, signalName: NodeJS.Signals | null): number {
  return code ?? SIGNAL_EXIT_BASE + (signalName === null ? 0 : constants.signals[signalName]);
}

function collect(stream: ChildProcess["stdout"]): () => string {
  const chunks: Buffer[] = [];
  let bytes = 0;
  stream?.on("data", (chunk: Buffer) => {
    if (bytes < OUTPUT_LIMIT_BYTES) chunks.push(chunk.subarray(0, OUTPUT_LIMIT_BYTES - bytes));
    bytes += chunk.length;
  });
  return () => Buffer.concat(chunks).toString("utf8");
}

/** Ends a child that still runs, and lets go of pipes that somebody else may hold open. */
function letGo(child: ChildProcess): void {
  if (child.exitCode === null && child.signalCode === null) child.kill("SIGKILL");
  child.stdout?.destroy();
  child.stderr?.destroy();
}
