/** A host and a port of it. */
export interface TcpAddress {
  /** A name, an IPv4 address, or an IPv6 address without brackets. */
  readonly host: string;
  readonly port: number;
}

const ADDRESS = /^(?<host>\[[0-9a-fA-F:.]+\]|[^:\s/@[\]]+):(?<port>\d{1,5})$/;

/** Reads `HOST:PORT`; an IPv6 address stands in brackets. `undefined` for any other text. */
export function parseTcpAddress(text: string): TcpAddress | undefined {
  const groups = ADDRESS.exec(text)?.groups;
  const port = parsePort(groups?.["port"] ?? "");
  if (port === undefined) return undefined;
  return { host: (groups?.["host"] ?? "").replace(/^\[|\]$/g, ""), port };
}

/** A port from 1 to 65535 in plain digits; `undefined` for any other text. */
export function parsePort(text: string): number | undefined {
  const port = /^\d{1,5}$/.test(text.trim()) ? Number(text) : 0;
  return port >= 1 && port <= 65_535 ? port : undefined;
}
