/** The environment variable with which a restarted proxy is known as the one that it was. */
export const SESSION_KEY_VARIABLE = "AUTOMOBILE_SESSION_KEY";

const MAX_KEY_LENGTH = 256;

/** What HTTP carries in a header unchanged. */
const HEADER_VALUE = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;

/** The session key of the environment. */
export type OwnSessionKey =
  | { readonly is: "none" }
  | { readonly is: "given"; readonly key: string }
  | { readonly is: "unusable"; readonly problem: string };

/** Reads it; the problem does not repeat the key. */
export function readOwnSessionKey(env: Readonly<Record<string, string | undefined>>): OwnSessionKey {
  const key = env[SESSION_KEY_VARIABLE]?.trim() ?? "";
  if (key === "") return { is: "none" };
  if (key.length > MAX_KEY_LENGTH) return { is: "unusable", problem: `it is longer than ${MAX_KEY_LENGTH} characters` };
  return HEADER_VALUE.test(key)
    ? { is: "given", key }
    : { is: "unusable", problem: "it holds characters other than printable ASCII" };
}
