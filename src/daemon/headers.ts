/** The key that isolates callers of one daemon from each other; the proxy sends one per process. */
export { SESSION_KEY_HEADER } from "../server/sessionKey.js";

/**
 * `off` or `on`: whether the caller's own user may be asked, as the caller's `AUTOMOBILE_ELICITATION` says. It counts for
 * this one request, and more than the daemon's own switch, which counts where the header is absent.
 */
export const SWITCH_HEADER = "automobile-elicitation";

/**
 * `1`: this legacy call comes from a proxy, which asks its own client if it comes to that, and writes the call's record.
 * The daemon then writes none.
 */
export const PROXIED_LEGACY_HEADER = "automobile-proxied-legacy";

/** The value of `PROXIED_LEGACY_HEADER` that says so; any other means nothing. */
export const PROXIED_LEGACY = "1";
