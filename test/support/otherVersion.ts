import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { VERSION } from "../../src/core/version.js";
import { copyBuild } from "./ownBuild.js";

/** A copy of the build that says that it is of another version. */
export interface OtherVersion {
  /** Starts its daemon, with nothing of this machine's own devices in its environment. */
  startDaemon(env: Readonly<Record<string, string>>): Promise<void>;
  remove(): Promise<void>;
}

/** Makes one among the temporary files. A daemon has its version from the package that it is started from. */
export async function otherVersion(version: string): Promise<OtherVersion> {
  const folder = await mkdtemp(join(tmpdir(), "automobile-other-"));
  await copyBuild(folder);
  const manifest = join(folder, "package.json");
  const own = await readFile(manifest, "utf8");
  await writeFile(manifest, own.replace(`"version": "${VERSION}"`, `"version": "${version}"`));
  return {
    async startDaemon(env) {
      const launcher = join(folder, "bin/automobile.js");
      const { PATH = "", HOME = "" } = process.env;
      await promisify(execFile)(process.execPath, [launcher, "daemon", "start"], { env: { PATH, HOME, ...env } });
    },
    remove: () => rm(folder, { recursive: true }),
  };
}
