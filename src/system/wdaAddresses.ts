/** Where a helper of one device listens, as the operator says. */
export interface WdaAddress {
  /** The id of the device, as `listDevices` shows it. */
  readonly deviceId: string;
  readonly url: URL;
}

/** What `AUTOMOBILE_WDA` says, and what of it cannot be used. */
export interface WdaAddresses {
  readonly addresses: readonly WdaAddress[];
  readonly problems: readonly string[];
}

/** Reads `ID=http://HOST:PORT`, several with commas or blanks between them. Never throws, and repeats no address: one may hold a secret. */
export function parseWdaAddresses(text: string): WdaAddresses {
  const addresses: WdaAddress[] = [];
  const problems: string[] = [];
  for (const entry of text.split(/[\s,]+/).filter((part) => part !== "")) {
    const split = entry.indexOf("=");
    const deviceId = entry.slice(0, Math.max(0, split));
    const address = parseAddress(entry.slice(split + 1));
    if (deviceId === "") problems.push("an entry is not ID=http://HOST:PORT");
    else if (typeof address === "string") problems.push(`the address of ${JSON.stringify(deviceId)} ${address}`);
    else if (addresses.some((earlier) => earlier.deviceId === deviceId)) {
      problems.push(`${JSON.stringify(deviceId)} has two addresses; the first is used`);
    } else addresses.push({ deviceId, url: address });
  }
  return { addresses, problems };
}

/** The address, or what is wrong with it. */
function parseAddress(href: string): URL | string {
  if (!URL.canParse(href)) return "cannot be read";
  const url = new URL(href);
  if (url.protocol !== "http:") return "is not an http:// address";
  const hasMore = url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "";
  return hasMore ? "has more in it than host, port and path" : url;
}
