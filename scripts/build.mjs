// Bundles the command and, once it exists, the library entry into dist/. `--if-stale`: only if a source changed since.
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { build } from "esbuild";
import { thirdPartyNotices } from "./thirdPartyNotices.mjs";

const DIST = "dist";
const STAMP = join(DIST, ".stamp");
const SOURCES = ["src", "scripts", "package-lock.json"];
const COMMAND_ENTRY = "src/cli/main.ts";
const LIBRARY_ENTRY = "src/elicitation/index.ts";

// Loaded from node_modules when used: one is native code, the other is a font file and no code.
const NOT_BUNDLED = ["@resvg/resvg-js", "dejavu-fonts-ttf"];

const stamp = await sourcesStamp();
const isFresh = process.argv.includes("--if-stale") && existsSync(STAMP) && (await readFile(STAMP, "utf8")) === stamp;
if (!isFresh) {
  await rm(DIST, { recursive: true, force: true });
  await mkdir(DIST);
  await Promise.all([buildCommand(), buildLibrary()]);
  await writeFile(STAMP, stamp);
}

/** The command, with everything it needs inside: one file is read at start instead of hundreds. */
async function buildCommand() {
  if (!existsSync(COMMAND_ENTRY)) return;
  const { metafile } = await build({
    ...shared(),
    entryPoints: { main: COMMAND_ENTRY },
    splitting: true,
    external: NOT_BUNDLED,
    metafile: true,
    legalComments: "none",
    // CommonJS packages inside an ES module ask for `require`.
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
  });
  await writeFile(join(DIST, "THIRD_PARTY_NOTICES.txt"), await thirdPartyNotices(metafile));
}

/** The library entry, with the packages outside: they are its user's own copies. */
async function buildLibrary() {
  if (!existsSync(LIBRARY_ENTRY)) return;
  await build({ ...shared(), entryPoints: { elicitation: LIBRARY_ENTRY }, packages: "external" });
  const tsc = spawnSync(process.execPath, ["node_modules/typescript/bin/tsc", "-p", "scripts/tsconfig.types.json"], {
    stdio: "inherit",
  });
  if (tsc.status !== 0) throw new Error("the library's types did not compile");
}

/** @returns {import("esbuild").BuildOptions} */
function shared() {
  return {
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20.19",
    outdir: DIST,
    sourcemap: false,
    logLevel: "warning",
  };
}

/** A hash over every file that decides what is built. */
async function sourcesStamp() {
  const hash = createHash("sha256");
  for (const path of (await Promise.all(SOURCES.map(filesUnder))).flat().sort()) {
    hash
      .update(path)
      .update("\0")
      .update(await readFile(path))
      .update("\0");
  }
  return hash.digest("hex");
}

/**
 * @param {string} root
 * @returns {Promise<string[]>}
 */
async function filesUnder(root) {
  if (!root.includes(".")) {
    const entries = await readdir(root, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  }
  return [root];
}
