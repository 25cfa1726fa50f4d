import { spawn, type ChildProcess } from "node:child_process";
import { LAUNCHER } from "./launcher.js";

/** How one run of the built command ended. */
export interface CommandEnd {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A run of the built command that has not ended. */
export interface RunningCommand {
  readonly child: ChildProcess;
  /** Resolves when standard output holds a whole line. */
  readonly firstLine: Promise<string>;
  readonly end: Promise<CommandEnd>;
}

/** Starts `bin/automobile.js` as a process of its own, with nothing on its standard input and no terminal. */
export function startAutomobile(args: readonly string[], env: Readonly<Record<string, string>> = {}): RunningCommand {
  const child = spawn(process.execPath, [LAUNCHER, ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...env },
  });
  let stdout = "";
  let stderr = "";
  child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString("utf8")));
  const firstLine = new Promise<string>((resolve) => {
    child.stdout.on("data", (chunk: Buffer) => {
      stdout += chunk.toString("utf8");
      const [line = "", rest] = stdout.split("\n", 2);
      if (rest !== undefined) resolve(line);
    });
  });
  const end = new Promise<CommandEnd>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (exitCode) => resolve({ exitCode, stdout, stderr }));
  });
  return { child, firstLine, end };
}

/** Runs the built command to its end. */
export function runAutomobile(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<CommandEnd> {
  return startAutomobile(args, env).end;
}
