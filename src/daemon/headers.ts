/** The key that isolates callers of one daemon from each other; the proxy sends one per process. */
export { SESSION_KEY_HEADER } from "../server/sessionKey.js";

/**
 * `off` or `on`: whether the caller's own user may be asked, as the caller's `AUTOMOBILE_ELICITATION` says. It counts for
 * this one request, and more than the daemon's own switch, which counts where the header is absent.
 */
export const SWITCH_HEADER = "automobile-elicitation";

/**
 * `1`: this message comes through a proxy. A legacy client is asked by its proxy, if it comes to that, and the proxy writes
 * the call's record; the daemon then writes none.
 */
export const PROXIED_HEADER = "automobile-proxied";

/** The value of `PROXIED_HEADER` that says so; any other means nothing. */
export const PROXIED = "1";

/**
 * The identity, as `/resolve` gave it, of the device that was picked for this call: it runs on nothing that has another one,
 * even under the same id. A header, because arguments are the client's.
 */
export const EXPECTED_IDENTITY_HEADER = "automobile-expected-identity";
