import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";

const PERSON = z.union([z.string(), z.object({ name: z.string() }).transform(({ name }) => name)]);
const MANIFEST = z.object({ name: z.string(), version: z.string(), license: z.string(), author: PERSON.optional() });
const LICENCE_FILE = /^(licen[cs]e|copying|notice)/i;

/**
 * The licence texts of every package that a bundle holds, sorted by package.
 *
 * @param {import("esbuild").Metafile} metafile what esbuild says went into the bundle
 * @returns {Promise<string>} rejects when a package names no licence
 */
export async function thirdPartyNotices(metafile) {
  const folders = new Set(
    Object.keys(metafile.inputs)
      .map(packageFolder)
      .filter((folder) => folder !== undefined),
  );
  const notices = await Promise.all([...folders].sort().map(notice));
  return `This package contains the software listed below.\n\n${notices.join("\n")}`;
}

/** @param {string} input path of a bundled file */
function packageFolder(input) {
  return /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1];
}

/** @param {string} folder */
async function notice(folder) {
  const { name, version, license, author } = MANIFEST.parse(
    JSON.parse(await readFile(join(folder, "package.json"), "utf8")),
  );
  const files = (await readdir(folder)).filter((file) => LICENCE_FILE.test(file)).sort();
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), "utf8")));
  const reference = `By ${author ?? "its contributors"}. The package carries no licence text: https://spdx.org/licenses/${license}.html`;
  const body = texts.length === 0 ? [reference] : texts.map((text) => text.trim());
  return [`== ${name} ${version} (${license})`, ...body, ""].join("\n\n");
}
