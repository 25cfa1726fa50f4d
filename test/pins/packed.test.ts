import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { publint } from "publint";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { documentLinks } from "../support/markdownLinks.js";

const ROOT = resolve(import.meta.dirname, "../..");
const PACK_TIMEOUT_MS = 60_000;

const PACKED = z.tuple([z.object({ filename: z.string(), files: z.array(z.object({ path: z.string() })) })]);
const MANIFEST = z.object({ dependencies: z.record(z.string(), z.string()) });

const run = promisify(execFile);

describe("the published package", { timeout: PACK_TIMEOUT_MS }, () => {
  let folder: string;
  let tarball: string;
  let paths: readonly string[];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "automobile-packed-"));
    const pack = ["pack", "--json", "--ignore-scripts", "--pack-destination", folder];
    const { stdout } = await run("npm", pack, { cwd: ROOT });
    const [{ filename, files }] = PACKED.parse(JSON.parse(stdout));
    tarball = join(folder, filename);
    paths = files.map(({ path }) => path);
    await run("tar", ["-xzf", tarball, "-C", folder]);
  }, PACK_TIMEOUT_MS);

  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  it("holds the launcher, what is built, the texts, and nothing else", () => {
    const kinds = paths.map((path) =>
      path
        .replace(/^dist\/chunks\/[\w-]+\.js$/, "dist/chunks/*.js")
        .replace(/^dist\/types\/.*\.d\.ts$/, "dist/types/**")
        .replace(/^docs\/(decisions\/)?[\w-]+\.md$/, "docs/$1*.md"),
    );

    expect([...new Set(kinds)].toSorted()).toEqual([
      "CHANGELOG.md",
      "LICENSE",
      "README.md",
      "bin/automobile.js",
      "dist/THIRD_PARTY_NOTICES.txt",
      "dist/chunks/*.js",
      "dist/elicitation.js",
      "dist/main.js",
      "dist/types/**",
      "docs/*.md",
      "docs/decisions/*.md",
      "docs/images/report.png",
      "examples/twoDatabases.mjs",
      "package.json",
    ]);
  });

  it("holds every page that its pages link to, but those for contributors", async () => {
    const pages = paths.filter((path) => path.endsWith(".md"));
    const texts = await Promise.all(pages.map((page) => readFile(join(folder, "package", page), "utf8")));
    const targets = pages.flatMap((page, index) => documentLinks(page, texts[index] ?? "").map(({ target }) => target));
    const isThere = (target: string): boolean => paths.some((path) => path === target || path.startsWith(`${target}/`));

    expect([...new Set(targets)].filter((target) => !isThere(target)).toSorted()).toEqual([
      "ARCHITECTURE.md",
      "CONTRIBUTING.md",
      "GLOSSARY.md",
      "bench/README.md",
    ]);
  });

  it("has no fault that publint knows", async () => {
    const { buffer, byteOffset, byteLength } = await readFile(tarball);
    const { messages } = await publint({ pack: { tarball: buffer.slice(byteOffset, byteOffset + byteLength) } });

    expect(messages).toEqual([]);
  });

  it("gives its types to every ES module resolution", async () => {
    const attw = join(ROOT, "node_modules/@arethetypeswrong/cli/dist/index.js");
    const { stdout } = await run(process.execPath, [attw, tarball, "--profile", "esm-only", "--format", "ascii"]);

    expect(stdout).toContain('"automobile-mcp/elicitation"');
  });

  it("runs the whole demo with no package beside it but those that it names", async () => {
    const unpacked = join(folder, "package");
    const { dependencies } = MANIFEST.parse(JSON.parse(await readFile(join(unpacked, "package.json"), "utf8")));
    await Promise.all(Object.keys(dependencies).map(async (name) => await linkPackage(unpacked, name)));

    const demo = [join(unpacked, "bin/automobile.js"), "demo", "--answer", "LABPHONE02"];
    const { stdout } = await run(process.execPath, demo, { cwd: folder });

    expect(stdout).toMatch(/LABPHONE01 +received nothing/);
    expect(stdout).toMatch(/LABPHONE02 +received (?!nothing)/);
  });
});

async function linkPackage(unpacked: string, name: string): Promise<void> {
  const link = join(unpacked, "node_modules", name);
  await mkdir(dirname(link), { recursive: true });
  await symlink(join(ROOT, "node_modules", name), link, "dir");
}
