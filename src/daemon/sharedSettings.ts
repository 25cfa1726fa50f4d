/** Names the store that several daemons share. */
export const STORE_VARIABLE = "AUTOMOBILE_STORE";

/** Holds the keys by which several daemons take each other's answers. */
export const KEYS_VARIABLE = "AUTOMOBILE_REQUEST_STATE_KEY";

/** What a daemon lacks that has a store and no key. */
export const NO_SHARED_KEY = `${STORE_VARIABLE} is set and ${KEYS_VARIABLE} is not: no other daemon takes the answers to what this one asks`;

const SHARED: ReadonlySet<string> = new Set([STORE_VARIABLE, KEYS_VARIABLE]);

/**
 * Whether that variable says what several daemons must agree on. A value of it that cannot be used is never replaced by a
 * default, and no daemon starts with one: a daemon that is alone without knowing would refuse answers that others asked for,
 * and run calls beside theirs.
 */
export function isSharedSetting(variable: string): boolean {
  return SHARED.has(variable);
}
