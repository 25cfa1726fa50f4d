import { writeFile } from "node:fs/promises";

/** Writes what a command made to the file that its user named, in the place of what was there; for the user's eyes only. */
export async function writeResultFile(path: string, text: string): Promise<void> {
  await writeFile(path, text, { mode: 0o600 });
}
