import { readFile, stat } from "node:fs/promises";

/** A token file that cannot be used, in words for a person. */
export class TokenFileError extends Error {
  override readonly name = "TokenFileError";
  readonly fix =
    "Put 256 random bits in it that only you can read: openssl rand -base64 32 | tr '+/' '-_' | tr -d '=' > FILE; chmod 600 FILE";
}

/** The bits of a mode that let anybody but the owner in. */
const OTHERS = 0o077;
const TOKEN = /^[\w-]{43}$/;

/**
 * Reads the token that several daemons share: 256 bits in base64url.
 *
 * @throws TokenFileError when it holds something else, cannot be read, or is open to other users.
 */
export async function readTokenFile(path: string, platform: string = process.platform): Promise<string> {
  let text: string;
  try {
    const { mode } = await stat(path);
    // Windows has no such mode; there the folder's own rights count.
    if (platform !== "win32" && (mode & OTHERS) !== 0) throw new TokenFileError(`${path} is open to other users`);
    text = (await readFile(path, "utf8")).trim();
  } catch (cause) {
    if (cause instanceof TokenFileError) throw cause;
    throw new TokenFileError(`${path} cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
  }
  if (!TOKEN.test(text)) throw new TokenFileError(`${path} does not hold a token`);
  return text;
}
