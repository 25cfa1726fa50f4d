/** One stored file or folder. */
export type StoredNode =
  | { readonly kind: "file"; readonly data: Uint8Array; readonly mode: number; readonly modifiedS: number }
  | { readonly kind: "folder"; readonly mode: number; readonly modifiedS: number };

/** A phone's files, in memory. Paths are absolute; `/sdcard` and `/storage/emulated/0` are the same folder. */
export interface FileStore {
  get(path: string): StoredNode | undefined;
  /** Stores a file and makes the folders above it. `false` when the phone is full or a folder is in the way. */
  put(path: string, file: NewFile): boolean;
  makeFolder(path: string): void;
  /** `false` when there was nothing. Takes what is inside a folder with it. */
  remove(path: string): boolean;
  /** Names inside a folder, sorted; `undefined` when it is no folder. */
  list(path: string): readonly string[] | undefined;
}

/** A file to store. */
export interface NewFile {
  readonly data: Uint8Array;
  /** Permission bits; default `rw-rw----`. */
  readonly mode?: number;
  /** Seconds since the epoch; default now. */
  readonly modifiedS?: number;
}

/** Sum of all files that a phone holds at most. */
export const STORE_LIMIT_BYTES = 256 * 1024 * 1024;

const FIRST_FOLDERS = ["/data/local/tmp", "/sdcard/Download", "/sdcard/DCIM", "/system/app", "/proc/sys/kernel/random"];

/** Makes the file store of a new phone. `nowMs` stamps what is stored. */
export function createFileStore(nowMs: () => number): FileStore {
  const nodes = new Map<string, StoredNode>();
  let usedBytes = 0;
  const nowS = (): number => Math.floor(nowMs() / 1000);

  const makeFolder = (path: string): void => {
    const names = normalizePath(path).split("/").slice(1);
    names.forEach((_, index) => {
      const folder = `/${names.slice(0, index + 1).join("/")}`;
      if (!nodes.has(folder)) nodes.set(folder, { kind: "folder", mode: 0o040771, modifiedS: nowS() });
    });
  };

  const store: FileStore = {
    get(path) {
      const normal = normalizePath(path);
      return normal === "/" ? { kind: "folder", mode: 0o040755, modifiedS: 0 } : nodes.get(normal);
    },
    put(path, { data, mode = 0o660, modifiedS = nowS() }) {
      const normal = normalizePath(path);
      const before = nodes.get(normal);
      if (before?.kind === "folder" || normal === "/") return false;
      const bytes = usedBytes - (before?.data.length ?? 0) + data.length;
      if (bytes > STORE_LIMIT_BYTES) return false;
      makeFolder(normal.slice(0, normal.lastIndexOf("/")));
      nodes.set(normal, { kind: "file", data, mode: 0o100000 | (mode & 0o777), modifiedS });
      usedBytes = bytes;
      return true;
    },
    makeFolder,
    remove(path) {
      const normal = normalizePath(path);
      const doomed = [...nodes.keys()].filter((key) => key === normal || key.startsWith(`${normal}/`));
      for (const key of doomed) {
        const node = nodes.get(key);
        if (node?.kind === "file") usedBytes -= node.data.length;
        nodes.delete(key);
      }
      return doomed.length > 0;
    },
    list(path) {
      if (store.get(path)?.kind !== "folder") return undefined;
      const normal = normalizePath(path);
      const prefix = normal === "/" ? "/" : `${normal}/`;
      return [...nodes.keys()]
        .filter((key) => key.startsWith(prefix) && !key.slice(prefix.length).includes("/"))
        .map((key) => key.slice(prefix.length))
        .sort();
    },
  };
  for (const folder of FIRST_FOLDERS) makeFolder(folder);
  return store;
}

/** Makes a path absolute, without `.`, `..`, doubled or trailing slashes, and with one name for the shared storage. */
export function normalizePath(path: string): string {
  const names: string[] = [];
  for (const name of path.split("/")) {
    if (name === "..") names.pop();
    else if (name !== "" && name !== ".") names.push(name);
  }
  return `/${names.join("/")}`.replace(
    /^\/(?:storage\/emulated\/0|storage\/self\/primary|mnt\/sdcard)(?=\/|$)/,
    "/sdcard",
  );
}
