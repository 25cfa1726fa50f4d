import { toOneHost } from "../core/loopback.js";
import { parseTcpAddress, type TcpAddress } from "./tcpAddress.js";

/** What `AUTOMOBILE_ADB_SERVERS` says, and what of it cannot be used. */
export interface AdbServers {
  readonly addresses: readonly TcpAddress[];
  readonly problems: readonly string[];
}

/**
 * Reads `HOST:PORT`, several with commas or blanks between them: the adb servers beside `first`, which is used anyway. Never
 * throws. A server that is named twice is one, whichever of its names, for its devices would all show twice.
 */
export function parseAdbServers(text: string, first: TcpAddress): AdbServers {
  const addresses: TcpAddress[] = [];
  const problems: string[] = [];
  for (const entry of text.split(/[\s,]+/).filter((part) => part !== "")) {
    const address = parseTcpAddress(entry.toLowerCase());
    if (address === undefined) problems.push(`${JSON.stringify(entry)} is not HOST:PORT`);
    else if (isSame(address, first)) problems.push(`${JSON.stringify(entry)} is the adb server that is used anyway`);
    else if (addresses.some((earlier) => isSame(earlier, address))) {
      problems.push(`${JSON.stringify(entry)} stands there twice`);
    } else addresses.push(address);
  }
  return { addresses, problems };
}

function isSame(a: TcpAddress, b: TcpAddress): boolean {
  return toOneHost(a.host) === toOneHost(b.host) && a.port === b.port;
}
