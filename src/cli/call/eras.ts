/** Which revisions of the protocol the client may speak: 2025's (`initialize`), 2026's (`server/discover`), or what is found. */
export const ERAS = ["auto", "legacy", "modern"] as const;
/** One of `ERAS`. */
export type Era = (typeof ERAS)[number];
