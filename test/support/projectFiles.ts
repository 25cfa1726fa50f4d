import { readdir, readFile } from "node:fs/promises";
import { relative, resolve, sep } from "node:path";

const ROOT = resolve(import.meta.dirname, "../..");
const NOT_OURS = ["node_modules", "dist", "coverage", ".git"];

/** Every file under a folder of the project, sorted, from the project root with forward slashes. */
export async function filesUnder(folder: string): Promise<readonly string[]> {
  const entries = await readdir(resolve(ROOT, folder), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(ROOT, resolve(entry.parentPath, entry.name)).split(sep).join("/"))
    .sort();
}

/** Every file that the project keeps, sorted: not what is installed or built. */
export async function projectFiles(): Promise<readonly string[]> {
  const top = await readdir(ROOT, { withFileTypes: true });
  const files = top.filter((entry) => entry.isFile()).map(({ name }) => name);
  const folders = top.filter((entry) => entry.isDirectory() && !NOT_OURS.includes(entry.name));
  const nested = await Promise.all(folders.map(({ name }) => filesUnder(name)));
  return [...files, ...nested.flat()].sort();
}

/** The text of a file, named from the project root. */
export async function projectText(file: string): Promise<string> {
  return readFile(resolve(ROOT, file), "utf8");
}

/** The text of each file, in the same order. */
export async function projectTexts(
  files: readonly string[],
): Promise<readonly { readonly file: string; readonly text: string }[]> {
  return Promise.all(files.map(async (file) => ({ file, text: await projectText(file) })));
}
