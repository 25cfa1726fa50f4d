import { readdir, readFile } from "node:fs/promises";
import { relative, resolve, sep } from "node:path";

const ROOT = resolve(import.meta.dirname, "../..");

/** Every file under a folder of the project, sorted, from the project root with forward slashes. */
export async function filesUnder(folder: string): Promise<readonly string[]> {
  const entries = await readdir(resolve(ROOT, folder), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(ROOT, resolve(entry.parentPath, entry.name)).split(sep).join("/"))
    .sort();
}

/** The text of a file, named from the project root. */
export async function projectText(file: string): Promise<string> {
  return readFile(resolve(ROOT, file), "utf8");
}
