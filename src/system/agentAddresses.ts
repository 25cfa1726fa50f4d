/** Where a helper of one device listens, as the operator says. */
export interface AgentAddress {
  /** The id of the device, as `listDevices` shows it. */
  readonly deviceId: string;
  readonly url: URL;
}

/** What `AUTOMOBILE_WDA` says, and what of it cannot be used. */
export interface AgentAddresses {
  readonly addresses: readonly AgentAddress[];
  readonly problems: readonly string[];
}

/** Reads `ID=http://HOST:PORT`, several with commas or blanks between them. Never throws. */
export function parseAgentAddresses(text: string): AgentAddresses {
  const addresses: AgentAddress[] = [];
  const problems: string[] = [];
  for (const entry of text.split(/[\s,]+/).filter((part) => part !== "")) {
    const address = parseEntry(entry);
    if (typeof address === "string") problems.push(`${JSON.stringify(entry)} ${address}`);
    else if (addresses.some(({ deviceId }) => deviceId === address.deviceId)) {
      problems.push(`${JSON.stringify(entry)} names a device that has an address already`);
    } else addresses.push(address);
  }
  return { addresses, problems };
}

/** The address, or what is wrong with the entry. */
function parseEntry(entry: string): AgentAddress | string {
  const split = entry.indexOf("=");
  if (split < 1) return "is not ID=http://HOST:PORT";
  const href = entry.slice(split + 1);
  if (!URL.canParse(href)) return "has no address that can be read";
  const url = new URL(href);
  if (url.protocol !== "http:") return "is not an http:// address";
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") {
    return "has more in its address than host, port and path";
  }
  return { deviceId: entry.slice(0, split), url };
}
