import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { z } from "zod";

/** Another mobile MCP server, as it is installed. */
export interface RivalServer {
  readonly version: string;
  /** What `node` is given to start it on standard input and output. */
  readonly args: readonly string[];
}

const PACKAGE = "@mobilenext/mobile-mcp";
const ENTRY = join("node_modules", PACKAGE, "lib", "index.js");
const MANIFEST = z.object({ version: z.string() });

/** Installs the newest `@mobilenext/mobile-mcp` into the user's cache, unless that version is there. @throws Error without a registry. */
export async function installRival(): Promise<RivalServer> {
  const cache = join(process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"), "automobile-bench");
  const version = npm(["view", PACKAGE, "version"]).trim();
  const folder = join(cache, `${PACKAGE.replace("/", "+")}@${version}`);
  if (!existsSync(join(folder, ENTRY))) await install(folder, version);
  const manifest = await readFile(join(folder, "node_modules", PACKAGE, "package.json"), "utf8");
  return { version: MANIFEST.parse(JSON.parse(manifest)).version, args: [join(folder, ENTRY)] };
}

/** Beside its place, so that an install that breaks off is never taken for a server. */
async function install(folder: string, version: string): Promise<void> {
  const unfinished = `${folder}.${process.pid}`;
  await mkdir(unfinished, { recursive: true });
  await writeFile(join(unfinished, "package.json"), JSON.stringify({ private: true }));
  npm(["install", "--prefix", unfinished, "--ignore-scripts", "--no-audit", "--no-fund", `${PACKAGE}@${version}`]);
  await rm(folder, { recursive: true, force: true });
  await rename(unfinished, folder);
}

function npm(args: readonly string[]): string {
  const isWindows = process.platform === "win32";
  const { status, stdout } = spawnSync("npm", args, {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
    shell: isWindows,
  });
  if (status !== 0) throw new Error(`npm ${args.join(" ")} failed`);
  return stdout;
}
