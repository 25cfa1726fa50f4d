import { randomBytes } from "node:crypto";
import type { Stats } from "node:fs";
import { chmod, link, lstat, mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, isAbsolute, join, resolve } from "node:path";
import type { Environment } from "./hostProcess.js";

/** The folder that keeps a user's endpoint record, token and logs. Only that user can enter it. */
export interface StateFolder {
  readonly path: string;
  /** The text of a file; `undefined` when there is none. */
  read(name: string): Promise<string | undefined>;
  /** The names in the folder. */
  list(): Promise<readonly string[]>;
  /** Writes a new file, whole or not at all. `false` when there is one already; of several at once, one writes. */
  createOnce(name: string, text: string): Promise<boolean>;
  /** Puts another text in a file's place, whole or not at all. */
  replace(name: string, text: string): Promise<void>;
  /** When the file was last written, in milliseconds since the Unix epoch; `undefined` when there is none. */
  writtenAt(name: string): Promise<number | undefined>;
  /** Who may do what with the file, as in `stat`; `undefined` when there is none. */
  modeOf(name: string): Promise<number | undefined>;
  /** Removes a file that may be gone already. */
  remove(name: string): Promise<void>;
}

/** A state folder that cannot be used, in words for a person: `message` what is wrong, `fix` what to do. */
export class StateFolderError extends Error {
  override readonly name = "StateFolderError";

  constructor(
    message: string,
    readonly fix: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The bits of a mode that let anybody but the owner in. */
const OTHERS = 0o077;
const PRIVATE_FOLDER = 0o700;
const PRIVATE_FILE = 0o600;

/** `AUTOMOBILE_STATE_DIR`, else the platform's folder for the state of programs. */
export function stateFolderPath(env: Environment, platform: string = process.platform): string {
  const named = present(env["AUTOMOBILE_STATE_DIR"]);
  if (named !== undefined) return resolve(named);
  const home = homedir();
  if (platform === "darwin") return join(home, "Library", "Application Support", "automobile");
  if (platform === "win32") return join(present(env["LOCALAPPDATA"]) ?? join(home, "AppData", "Local"), "automobile");
  const state = present(env["XDG_STATE_HOME"]);
  // A relative one is to be ignored (XDG Base Directory Specification).
  return join(state !== undefined && isAbsolute(state) ? state : join(home, ".local", "state"), "automobile");
}

/**
 * Opens the state folder, and makes it when it is not there.
 *
 * @throws StateFolderError when it cannot be made, is another user's, or lets others in.
 */
export async function openStateFolder(path: string): Promise<StateFolder> {
  await makeFolder(path);
  const problem = await stateFolderProblem(path);
  if (problem !== undefined) throw problem;
  return stateFolderAt(path);
}

/** What keeps a folder from being used as state folder; nothing for one that is not there. */
export async function stateFolderProblem(path: string): Promise<StateFolderError | undefined> {
  const found = await whatIsAt(path);
  if (found === undefined) return undefined;
  if (!found.isDirectory()) {
    return new StateFolderError(
      `${path} is no folder`,
      "Move it away, or name another folder with AUTOMOBILE_STATE_DIR.",
    );
  }
  const user = process.getuid?.();
  if (user !== undefined && found.uid !== user) {
    return new StateFolderError(
      `${path} belongs to another user`,
      "Name a folder of your own with AUTOMOBILE_STATE_DIR.",
    );
  }
  // Windows has no such bits; its folder in the user's profile is closed to others.
  if (process.platform !== "win32" && (found.mode & OTHERS) !== 0) {
    const mode = (found.mode & 0o777).toString(8).padStart(4, "0");
    return new StateFolderError(`${path} is open to other users (mode ${mode})`, `Run: chmod 700 ${path}`);
  }
  return undefined;
}

/** The files of a folder that is private already, without a look at it: for reading what may not be there. */
export function stateFolderAt(path: string): StateFolder {
  const at = (name: string): string => join(path, name);
  return {
    path,
    read: (name) => unlessMissing(readFile(at(name), "utf8")),
    list: async () => (await unlessMissing(readdir(path))) ?? [],
    createOnce: async (name, text) => {
      const draft = await writeDraft(path, text);
      try {
        await link(draft, at(name));
        return true;
      } catch (error) {
        if (hasCode(error, "EEXIST")) return false;
        throw error;
      } finally {
        await rm(draft, { force: true });
      }
    },
    replace: async (name, text) => {
      const draft = await writeDraft(path, text);
      try {
        await rename(draft, at(name));
      } finally {
        await rm(draft, { force: true });
      }
    },
    writtenAt: async (name) => (await unlessMissing(stat(at(name))))?.mtimeMs,
    modeOf: async (name) => (await unlessMissing(stat(at(name))))?.mode,
    remove: (name) => rm(at(name), { force: true }),
  };
}

async function makeFolder(path: string): Promise<void> {
  try {
    // What a lenient umask left of it, and only for a folder that was made just now.
    if (await makeWithParents(path)) await chmod(path, PRIVATE_FOLDER);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StateFolderError(
      `the state folder cannot be made: ${reason}`,
      "Name a folder that you can write to with AUTOMOBILE_STATE_DIR.",
      { cause: error },
    );
  }
}

/**
 * `true` when it had to be made. Not by `recursive`, which calls a folder on a read-only disk missing, and tries for ever where
 * a folder takes none, such as one of /proc.
 */
async function makeWithParents(path: string): Promise<boolean> {
  try {
    return await makeOne(path);
  } catch (error) {
    if (!hasCode(error, "ENOENT") || dirname(path) === path) throw error;
    await makeWithParents(dirname(path));
    return await makeOne(path);
  }
}

async function makeOne(path: string): Promise<boolean> {
  try {
    await mkdir(path, PRIVATE_FOLDER);
    return true;
  } catch (error) {
    if (hasCode(error, "EEXIST")) return false;
    throw error;
  }
}

async function whatIsAt(path: string): Promise<Stats | undefined> {
  return await unlessMissing(lstat(path));
}

/** A file beside the others with the whole text on the disk, so that a later link or rename shows all of it or nothing. */
async function writeDraft(folder: string, text: string): Promise<string> {
  const path = join(folder, `.draft-${randomBytes(8).toString("hex")}`);
  const file = await open(path, "wx", PRIVATE_FILE);
  try {
    await file.writeFile(text);
    await file.sync();
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await file.close();
  }
  return path;
}

async function unlessMissing<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (hasCode(error, "ENOENT")) return undefined;
    throw error;
  }
}

/** Whether it is an error of the system with this code, such as `ENOENT`. */
export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}

function present(value: string | undefined): string | undefined {
  const trimmed = value?.trim() ?? "";
  return trimmed === "" ? undefined : trimmed;
}
