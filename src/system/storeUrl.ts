const PROTOCOLS: ReadonlySet<string> = new Set(["redis:", "rediss:"]);

/** Reads `redis[s]://[[USER][:PASSWORD]@]HOST[:PORT][/NUMBER]`. `undefined` for any other text, which nobody repeats: it may hold a password. */
export function parseStoreUrl(text: string): URL | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  return PROTOCOLS.has(url.protocol) && url.hostname !== "" && /^\/?\d*$/.test(url.pathname) ? url : undefined;
}
