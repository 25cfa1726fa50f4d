/** What `AUTOMOBILE_REQUEST_STATE_KEY` says. With a problem there are no keys: half a rotation would lock somebody out. */
export interface RequestStateKeys {
  /** The first one signs; what any of them has signed is accepted. */
  readonly keys: readonly Uint8Array[];
  readonly problem: string | undefined;
}

const LEAST_BYTES = 32;
const MOST_KEYS = 2;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$|^[\w-]+={0,2}$/;

/** Reads one key, or two with a comma or blanks between them, in base64 or base64url. Never throws, and repeats no key. */
export function parseRequestStateKeys(text: string): RequestStateKeys {
  const entries = text.split(/[\s,]+/).filter((part) => part !== "");
  const keys = entries.map((entry) => Buffer.from(BASE64.test(entry) ? entry : "", "base64"));
  if (keys.length > MOST_KEYS) {
    return { keys: [], problem: `there are ${keys.length} keys in it; ${MOST_KEYS} are enough for a rotation` };
  }
  const short = keys.findIndex((key) => key.length < LEAST_BYTES);
  if (short >= 0) return { keys: [], problem: `key ${short + 1} is not base64 of at least ${LEAST_BYTES} bytes` };
  return { keys, problem: undefined };
}
