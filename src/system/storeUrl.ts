const PROTOCOLS: ReadonlySet<string> = new Set(["redis:", "rediss:"]);

/** Reads `redis[s]://[[USER][:PASSWORD]@]HOST[:PORT][/NUMBER]`. `undefined` for any other text, which nobody repeats: it may hold a password. */
export function parseStoreUrl(text: string): URL | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const isStore = PROTOCOLS.has(url.protocol) && url.hostname !== "" && /^\/?\d*$/.test(url.pathname);
  return isStore && isEncoded(url.username) && isEncoded(url.password) ? url : undefined;
}

/** A `%` that stands for itself passes for a URL, and fails whoever decodes it. */
function isEncoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
