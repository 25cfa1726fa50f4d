import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Writes bytes to a new file in a new temporary folder that only this user can enter, and gives its path. It is left to
 * the system's own cleaning of temporary files.
 */
export async function savePrivateFile(name: string, bytes: Uint8Array): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "automobile-"));
  const path = join(folder, name);
  await writeFile(path, bytes, { mode: 0o600, flag: "wx" });
  return path;
}
