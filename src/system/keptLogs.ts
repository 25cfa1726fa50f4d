import { lstat, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { LOG_ENDING, LOGS_FOLDER } from "./logFile.js";

/** A log is put aside long before it is this long, in bytes; a longer file is none of ours. */
const MAX_LOG_BYTES = 64 * 1024 * 1024;

/** One file of the logs' folder. `unread`: it is no log of ours, or it could not be read. */
export type KeptLog =
  | { readonly is: "read"; readonly name: string; readonly lines: readonly string[] }
  | { readonly is: "unread"; readonly name: string; readonly reason: string };

/** Every log that the processes of a state folder left, one at a time, by name. None when there is no folder. */
export async function* readKeptLogs(stateFolder: string): AsyncGenerator<KeptLog> {
  const folder = join(stateFolder, LOGS_FOLDER);
  const names = await readdir(folder).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
  for (const name of names.filter((each) => each.endsWith(LOG_ENDING)).sort()) yield await readLog(folder, name);
}

async function readLog(folder: string, name: string): Promise<KeptLog> {
  const path = join(folder, name);
  try {
    const { size, ...found } = await lstat(path).then((stats) => ({ size: stats.size, isFile: stats.isFile() }));
    if (!found.isFile) return { is: "unread", name, reason: "it is no file" };
    if (size > MAX_LOG_BYTES) return { is: "unread", name, reason: `it is longer than ${MAX_LOG_BYTES} bytes` };
    return { is: "read", name, lines: (await readFile(path, "utf8")).split("\n") };
  } catch (error) {
    // A process that begins to write clears the oldest files away.
    return { is: "unread", name, reason: error instanceof Error ? error.message : String(error) };
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
