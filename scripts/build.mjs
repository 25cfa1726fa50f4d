// Bundles the command and, once it exists, the library entry into dist/. `--if-stale`: only if a source changed since.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";
import { leanStart } from "./leanStart.mjs";
import { thirdPartyNotices } from "./thirdPartyNotices.mjs";

const DIST = "dist";
const STAMP = ".stamp";
const WORKSPACE = "node_modules/.cache";
const SOURCE_FOLDERS = ["src", "scripts"];
const SOURCE_FILES = ["package.json", "package-lock.json", "tsconfig.json"];
const COMMAND_ENTRY = "src/cli/main.ts";
const LIBRARY_ENTRY = "src/elicitation/index.ts";

// Loaded from node_modules when used: one is native code, the other is a font file and no code.
const NOT_BUNDLED = ["@resvg/resvg-js", "dejavu-fonts-ttf"];

// CommonJS packages inside an ES module ask for `require`. The name must not meet one in the source.
const REQUIRE_BANNER =
  'import { createRequire as bundledCreateRequire } from "node:module"; const require = bundledCreateRequire(import.meta.url);';

const stamp = await sourcesStamp();
if (!process.argv.includes("--if-stale") || (await builtStamp()) !== stamp) {
  try {
    await buildAll();
  } catch (error) {
    // esbuild has printed its own errors, with their places in the source.
    if (!(error instanceof Error && "errors" in error)) throw error;
    process.exitCode = 1;
  }
}

/** Builds beside dist/ and swaps at the end, so that a failed build leaves the last good one in place. */
async function buildAll() {
  await mkdir(WORKSPACE, { recursive: true });
  const folder = await mkdtemp(join(WORKSPACE, "build-"));
  try {
    const fresh = join(folder, "fresh");
    await Promise.all([buildCommand(fresh), buildLibrary(fresh)]);
    await writeFile(join(fresh, STAMP), stamp);
    if (existsSync(DIST)) await rename(DIST, join(folder, "replaced"));
    await rename(fresh, DIST);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * The command, with everything that it needs inside: a start reads a few files instead of hundreds.
 *
 * @param {string} outdir
 */
async function buildCommand(outdir) {
  const { metafile } = await build({
    ...commonOptions(outdir),
    entryPoints: { main: COMMAND_ENTRY },
    splitting: true,
    chunkNames: "chunks/[name]-[hash]",
    external: NOT_BUNDLED,
    metafile: true,
    legalComments: "none",
    banner: { js: REQUIRE_BANNER },
    plugins: [leanStart],
    // Fewer bytes to compile at each start; names stay, so that a stack can be read.
    minifyWhitespace: true,
    minifySyntax: true,
  });
  await writeFile(join(outdir, "THIRD_PARTY_NOTICES.txt"), await thirdPartyNotices(metafile));
}

/**
 * The library entry, with the packages outside: they are its user's own copies.
 *
 * @param {string} outdir
 */
async function buildLibrary(outdir) {
  if (!existsSync(LIBRARY_ENTRY)) return;
  await build({ ...commonOptions(outdir), entryPoints: { elicitation: LIBRARY_ENTRY }, packages: "external" });
  const tsc = [
    "node_modules/typescript/bin/tsc",
    "-p",
    "scripts/tsconfig.types.json",
    "--outDir",
    join(outdir, "types"),
  ];
  if (spawnSync(process.execPath, tsc, { stdio: "inherit" }).status !== 0)
    throw new Error("the library's types failed");
}

/**
 * @param {string} outdir
 * @returns {import("esbuild").BuildOptions}
 */
function commonOptions(outdir) {
  return { bundle: true, format: "esm", platform: "node", target: "node20.19", outdir, logLevel: "warning" };
}

/** A hash over every file that decides what is built. */
async function sourcesStamp() {
  const nested = await Promise.all(SOURCE_FOLDERS.map(filesUnder));
  const hash = createHash("sha256");
  for (const path of [...nested.flat(), ...SOURCE_FILES].sort()) {
    hash
      .update(path)
      .update("\0")
      .update(await readFile(path))
      .update("\0");
  }
  return hash.digest("hex");
}

/** The stamp of what was built last; `undefined` when nothing was. */
async function builtStamp() {
  const file = join(DIST, STAMP);
  return existsSync(file) ? await readFile(file, "utf8") : undefined;
}

/**
 * @param {string} folder
 * @returns {Promise<string[]>}
 */
async function filesUnder(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}
