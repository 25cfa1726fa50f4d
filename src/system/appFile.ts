import { open, realpath } from "node:fs/promises";
import { isAbsolute, relative, sep } from "node:path";
import type { OpenAppFile, ResolveAppPath } from "../core/appFile.js";

/** Large enough that a big app goes in few pieces, small enough to be no burden. */
const CHUNK_BYTES = 256 * 1024;

/** Opens a regular file for reading; anything else is no app. */
export const openAppFile: OpenAppFile = async (path) => {
  try {
    const handle = await open(path, "r");
    const stat = await handle.stat();
    if (!stat.isFile()) {
      await handle.close();
      return { is: "unreadable", reason: "it is no file" };
    }
    const chunks = (): AsyncIterable<Uint8Array> =>
      handle.createReadStream({ highWaterMark: CHUNK_BYTES, autoClose: false });
    return { is: "open", file: { sizeBytes: stat.size, chunks, close: () => handle.close() } };
  } catch (error) {
    return { is: "unreadable", reason: error instanceof Error ? error.message : "it cannot be opened" };
  }
};

/** Makes the judge of paths. `folder`: apps elsewhere are refused; `undefined` allows every folder. */
export function createResolveAppPath(folder: string | undefined): ResolveAppPath {
  return async (path) => {
    if (!isAbsolute(path))
      return { is: "refused", problem: "it is no absolute path, and the server does not know your working folder" };
    const real = await follow(path);
    if (real === undefined) return { is: "refused", problem: "nothing is there that can be read" };
    if (folder === undefined) return { is: "found", path: real };
    const allowed = await follow(folder);
    if (allowed === undefined || !isInside(real, allowed)) {
      return { is: "refused", problem: "it does not lie in the folder that AUTOMOBILE_APP_DIR allows" };
    }
    return { is: "found", path: real };
  };
}

async function follow(path: string): Promise<string | undefined> {
  try {
    return await realpath(path);
  } catch {
    // Not there, or behind a folder that cannot be read: all the same to who asks.
    return undefined;
  }
}

function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== "" && way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
