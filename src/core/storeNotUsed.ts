/**
 * What a server on standard input and output says, once, where `AUTOMOBILE_STORE` names a store: it is one client's own, and
 * shares nothing.
 */
export const STORE_NOT_USED =
  "AUTOMOBILE_STORE is for daemons and not used here: calls of this server do not wait for theirs. automobile proxy and automobile call --url go through a daemon";
