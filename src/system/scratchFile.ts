import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { WithScratchFile } from "../core/scratchFile.js";

/** Lends files in the system's folder for temporary files, each in a new folder of its own. */
export const withScratchFile: WithScratchFile = async (name, work) => {
  const folder = await mkdtemp(join(tmpdir(), "automobile-"));
  try {
    const path = join(folder, name);
    return await work({ path, read: () => readIfThere(path) });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

async function readIfThere(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}
