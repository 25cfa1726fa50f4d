import { spawn } from "node:child_process";
import type { StartProcess } from "../core/startProcess.js";
import { childEnvironment } from "./childEnvironment.js";

/** Enough for the lines with which a program says why it ended. */
const LAST_WORDS_LIMIT = 2_000;

/** Starts children that go on when this process ends. `env` is what they inherit. */
export function createStartProcess(env: Readonly<Record<string, string | undefined>>): StartProcess {
  const childEnv = { ...childEnvironment(env) };
  return ({ file, args }) => {
    const child = spawn(file, args, {
      stdio: ["ignore", "pipe", "pipe"],
      env: childEnv,
      shell: false,
      detached: true,
      windowsHide: true,
    });
    let words = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk: Buffer) => {
        words = (words + chunk.toString("utf8")).slice(-LAST_WORDS_LIMIT);
      });
    }
    child.unref();
    const ended = new Promise<string>((resolve) => {
      child.once("error", (error) => {
        resolve(error.message);
      });
      child.once("close", (code) => {
        resolve(words.trim() || `it ended with ${code ?? "a signal"}`);
      });
    });
    return { ended, end: () => void child.kill("SIGTERM") };
  };
}
