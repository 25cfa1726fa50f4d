import { cp, mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { LAUNCHER_VARIABLE } from "./launcher.js";

const PROJECT = fileURLToPath(new URL("../../", import.meta.url));

/** Below node_modules, so that the packages that are not in the bundle are found from there. */
const COPIES = join(PROJECT, "node_modules/.cache");

/** A build swaps two folders; for that long at the most, there may be none. */
const SWAP_MS = 100;

/** Before all tests: what they start comes from a copy of the build, so that a build meanwhile swaps no server's files. */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  // The unit tests need no build.
  if ((await readStamp()) === undefined) return undefined;
  await mkdir(COPIES, { recursive: true });
  const folder = await mkdtemp(join(COPIES, "tested-build-"));
  await copyBuild(folder);
  process.env[LAUNCHER_VARIABLE] = join(folder, "bin/automobile.js");
  return async () => {
    await rm(folder, { recursive: true, force: true });
  };
}

/** Copies the whole command: launcher, build, and the file that says what kind of modules they are. */
export async function copyBuild(folder: string): Promise<void> {
  const copy = async (name: string): Promise<void> => {
    await cp(join(PROJECT, name), join(folder, name), { recursive: true });
  };
  await Promise.all(["bin", "package.json"].map(copy));
  for (;;) {
    const stamp = await readStamp();
    await rm(join(folder, "dist"), { recursive: true, force: true });
    await copy("dist").catch(() => undefined);
    // Of one that was swapped meanwhile, what was copied may be half of each.
    if (stamp !== undefined && (await readStamp()) === stamp) return;
    await pause(SWAP_MS);
  }
}

/** What the build was made of; `undefined` when there is none. */
async function readStamp(): Promise<string | undefined> {
  const read = async (): Promise<string | undefined> =>
    await readFile(join(PROJECT, "dist/.stamp"), "utf8").catch(() => undefined);
  return (await read()) ?? (await pause(SWAP_MS).then(read));
}
