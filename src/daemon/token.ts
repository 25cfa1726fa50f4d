import { randomBytes } from "node:crypto";
import type { StateFolder } from "../system/stateFolder.js";

/** The file of the state folder that holds the token. */
export const TOKEN_FILE = "token";

const TOKEN_BYTES = 32;

/**
 * The token of the daemons of a state folder: 256 random bits, made once and kept, so that clients can be told of it. A
 * `shared` one takes its place, also for the commands of this machine.
 */
export async function obtainToken(
  folder: Pick<StateFolder, "read" | "createOnce" | "replace" | "remove">,
  shared: string | undefined,
): Promise<string> {
  const present = await readToken(folder);
  if (shared !== undefined) {
    if (present !== shared) await folder.replace(TOKEN_FILE, `${shared}\n`);
    return shared;
  }
  if (present !== undefined) return present;
  // One that is there and unreadable, such as after a loss of power, lets nobody in any more.
  if ((await folder.read(TOKEN_FILE)) !== undefined) await folder.remove(TOKEN_FILE);
  const made = randomBytes(TOKEN_BYTES).toString("base64url");
  return (await folder.createOnce(TOKEN_FILE, `${made}\n`)) ? made : await obtainToken(folder, shared);
}

/** The token; `undefined` when there is none yet, or what is there is none. */
export async function readToken(folder: Pick<StateFolder, "read">): Promise<string | undefined> {
  const text = (await folder.read(TOKEN_FILE))?.trim() ?? "";
  return /^[\w-]{43}$/.test(text) ? text : undefined;
}
