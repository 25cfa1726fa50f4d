import { appendFileSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { hasCode, openStateFolder } from "./stateFolder.js";

/** The folder of the state folder that holds the logs: files that end with `LOG_ENDING`, one JSON object a line. */
export const LOGS_FOLDER = "logs";

/** How the name of every log file ends, those that were put aside as well. */
export const LOG_ENDING = ".jsonl";

/** A file that this process alone writes, and that never grows beyond its bounds. */
export interface LogFile {
  /**
   * Appends one line, its end included.
   *
   * @throws Error when it cannot be written, such as on a full disk.
   */
  write(line: string): void;
}

/** Which log a process keeps. */
export interface LogFileOptions {
  /** Of the state folder. */
  readonly stateFolder: string;
  /** What kind of process writes, such as `daemon`; the file's name begins with it. */
  readonly kind: string;
  /** Milliseconds since the Unix epoch. */
  readonly now: number;
  /** A file that would grow beyond this is put aside, in the place of the one that was put aside before. */
  readonly maxBytes?: number;
  /** The most files in the folder; the oldest go when a process begins to write. */
  readonly maxFiles?: number;
}

const MAX_FILE_BYTES = 2 * 1024 * 1024;
const MAX_FILES = 64;
const PRIVATE_FOLDER = 0o700;
const PRIVATE_FILE = 0o600;

/**
 * Opens the log of this process.
 *
 * @throws StateFolderError when the state folder cannot be used; Error when the logs' folder cannot be.
 */
export async function openLogFile(options: LogFileOptions): Promise<LogFile> {
  const { stateFolder, kind, now, maxBytes = MAX_FILE_BYTES, maxFiles = MAX_FILES } = options;
  await openStateFolder(stateFolder);
  const folder = join(stateFolder, LOGS_FOLDER);
  makeFolder(folder);
  const name = `${kind}-${new Date(now).toISOString().replaceAll(/[-:.]/g, "")}-${process.pid}`;
  const path = join(folder, name + LOG_ENDING);
  removeOldest(folder, maxFiles - 1);
  let bytes = 0;
  let isCutShort = false;
  return {
    // Opened for each line: a file that another process has cleared away is begun anew, and nothing is held open.
    write(line) {
      // A disk that filled up may hold the beginning of a line: the next one must not continue it.
      const text = isCutShort ? `\n${line}` : line;
      const length = Buffer.byteLength(text);
      if (bytes > 0 && bytes + length > maxBytes) {
        renameSync(path, join(folder, `${name}.1${LOG_ENDING}`));
        bytes = 0;
      }
      isCutShort = true;
      appendFileSync(path, text, { mode: PRIVATE_FILE });
      isCutShort = false;
      bytes += length;
    },
  };
}

/** Not `recursive`, which on a read-only disk calls the folder missing. */
function makeFolder(path: string): void {
  try {
    mkdirSync(path, PRIVATE_FOLDER);
  } catch (error) {
    if (!hasCode(error, "EEXIST")) throw error;
  }
}

function removeOldest(folder: string, keep: number): void {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith(LOG_ENDING))
    .map((name) => ({ path: join(folder, name), writtenAt: writtenAt(join(folder, name)) }))
    .toSorted((a, b) => b.writtenAt - a.writtenAt);
  for (const { path } of files.slice(Math.max(0, keep))) rmSync(path, { force: true });
}

/** Zero for a file that went away meanwhile. */
function writtenAt(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
