import { randomBytes } from "node:crypto";
import type { StateFolder } from "../system/stateFolder.js";

/** The file of the state folder that holds the token of its own daemons. */
export const TOKEN_FILE = "token";

/** What a daemon's record may name as the file with its token: nothing outside of the state folder. */
export const TOKEN_FILE_NAME = /^(?:token|shared-token\.[\w-]{1,64})$/;

const SHARED_PREFIX = "shared-token.";
const TOKEN_BYTES = 32;

/** The own token of a state folder's daemons: 256 random bits, made once and kept, so that clients can be told of it. */
export async function obtainToken(folder: Pick<StateFolder, "read" | "createOnce" | "remove">): Promise<string> {
  const present = await readToken(folder, TOKEN_FILE);
  if (present !== undefined) return present;
  // One that is there and unreadable, such as after a loss of power, lets nobody in any more.
  if ((await folder.read(TOKEN_FILE)) !== undefined) await folder.remove(TOKEN_FILE);
  const made = randomBytes(TOKEN_BYTES).toString("base64url");
  return (await folder.createOnce(TOKEN_FILE, `${made}\n`)) ? made : await obtainToken(folder);
}

/**
 * The file for the copy of a token that one daemon shares with others: by it the commands of this machine find that daemon,
 * whatever becomes of the file that it was read from. Each daemon has its own, so that none that starts takes another's.
 */
export function sharedTokenFile(instance: string): string {
  return `${SHARED_PREFIX}${instance}`;
}

/** Whether a file of the state folder holds the copy of a shared token. */
export function isSharedTokenFile(name: string): boolean {
  return name.startsWith(SHARED_PREFIX);
}

/** The token in a file of the state folder; `undefined` when there is none yet, or what is there is none. */
export async function readToken(folder: Pick<StateFolder, "read">, file: string): Promise<string | undefined> {
  const text = (await folder.read(file))?.trim() ?? "";
  return /^[\w-]{43}$/.test(text) ? text : undefined;
}
