/** The address under which every machine reaches itself, and nobody else does. */
export const LOOPBACK = "127.0.0.1";

/** The names of that address, as a URL has them. */
export const LOOPBACK_NAMES = ["localhost", LOOPBACK, "[::1]"] as const;

/** All of them are one place: what listens on one mostly listens on the others. Other addresses of 127/8 are places apart. */
const SAME_PLACE: ReadonlySet<string> = new Set([...LOOPBACK_NAMES, "[::ffff:7f00:1]"]);

const LOOPBACK_V4 = /^127(?:\.\d{1,3}){3}$/;
const LOOPBACK_V4_IN_V6 = /^\[::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4}\]$/;

/** Whether nobody but this machine reaches that host: a name or an address, with or without the brackets of IPv6. */
export function isLoopback(host: string): boolean {
  const name = toUrlHost(host);
  return SAME_PLACE.has(name) || LOOPBACK_V4.test(name) || LOOPBACK_V4_IN_V6.test(name);
}

/** One text for one place, however it is spelled: `127.0.0.1` for every name of it, a URL's spelling for all else. */
export function toOneHost(host: string): string {
  const name = toUrlHost(host);
  return SAME_PLACE.has(name) ? LOOPBACK : name;
}

/** A host as URLs spell it: in small letters, IPv6 in brackets and shortened. Text that is no host comes back as it is. */
export function toUrlHost(host: string): string {
  const bare = /^\[(.*)\]$/.exec(host)?.[1] ?? host;
  if (!/^[\w.:-]+$/.test(bare)) return host;
  const url = `http://${bare.includes(":") ? `[${bare}]` : bare}/`;
  return URL.canParse(url) ? new URL(url).hostname : host;
}
