import { spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { join } from "node:path";
import type { Environment } from "./hostProcess.js";
import { stateFolderAt } from "./stateFolder.js";

/** What to start apart from this process. */
export interface DetachedRequest {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: Environment;
  /** A folder to live in: nothing of the starter's place is held on to. */
  readonly folder: string;
  /** The file in that folder that gets what it writes to its standard streams, instead of what stood there. */
  readonly outputFile: string;
}

/** A process that was started apart: it has a session of its own, none of our streams, and outlives us. */
export interface DetachedProcess {
  /** Resolves if it ends while we still live, with the last of what it wrote; also when it could not be started. */
  readonly ended: Promise<string>;
}

const LAST_OUTPUT_LENGTH = 2000;

/**
 * Starts a process that neither the end of this one nor a signal to its group ends.
 *
 * @throws Error when the output file cannot be written.
 */
export function startDetached({ file, args, env, folder, outputFile }: DetachedRequest): DetachedProcess {
  const output = openSync(join(folder, outputFile), "w", 0o600);
  try {
    const child = spawn(file, args, {
      stdio: ["ignore", output, output],
      env: { ...env },
      cwd: folder,
      detached: true,
      shell: false,
      windowsHide: true,
    });
    const ended = new Promise<string>((resolve) => {
      child.once("error", (error) => resolve(error.message));
      child.once("exit", () => {
        stateFolderAt(folder)
          .read(outputFile)
          .then((text) => resolve((text ?? "").trim().slice(-LAST_OUTPUT_LENGTH)))
          .catch((error: unknown) => resolve(String(error)));
      });
    });
    child.unref();
    return { ended };
  } finally {
    closeSync(output);
  }
}
