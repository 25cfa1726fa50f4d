import type { HttpExchange } from "../../../core/httpExchange.js";
import type { WdaLine } from "./wdaCommand.js";
import { type WdaDriver, createWdaDriver } from "./wdaDriver.js";
import { createWdaLink } from "./wdaLink.js";
import type { WdaOwner } from "./wdaProof.js";

/** Where the operator says that a device's WDA listens. */
export interface WdaAddress {
  readonly deviceId: string;
  readonly url: URL;
}

/** One device's WDA, found and proven when it is first used. */
export interface Wda {
  readonly line: WdaLine;
  readonly driver: WdaDriver;
}

/** The WDAs of all devices of one source, kept as long as the source. */
export interface Wdas {
  /** `aliases`: other ids by which the operator may have named the device. */
  wdaOf(owner: WdaOwner, aliases: readonly string[]): Wda;
  /** Ends the sessions that were opened. */
  close(): Promise<void>;
}

/** Where WDAs of simulators are looked for: WebDriverAgent takes the first of these ports that is free. */
const FIRST_PORT = 8100;
const PORTS = 10;

/**
 * WDAs at the addresses that the operator named, and for a simulator that has none, at the ports of this machine where
 * its WDA would be. A phone's port is forwarded by hand, and which one was meant is not guessed.
 */
export function createWdas(exchange: HttpExchange, configured: readonly WdaAddress[]): Wdas {
  const wdas = new Map<string, Wda>();
  return {
    wdaOf(owner, aliases) {
      // A phone may come back with a newer system, and its WDA is known by it.
      const key = JSON.stringify([owner.deviceId, owner.osVersion]);
      const known = wdas.get(key);
      if (known !== undefined) return known;
      const addresses = addressesOf(owner, [owner.deviceId, ...aliases], configured);
      const line = { deviceId: owner.deviceId, link: createWdaLink({ owner, addresses, exchange }) };
      const wda = { line, driver: createWdaDriver(line) };
      wdas.set(key, wda);
      return wda;
    },
    async close() {
      const all = [...wdas.values()];
      wdas.clear();
      await Promise.all(all.map(async ({ line }) => line.link.close()));
    },
  };
}

function addressesOf(
  { kind }: Pick<WdaOwner, "kind">,
  ids: readonly string[],
  configured: readonly WdaAddress[],
): readonly URL[] {
  const own = configured.filter(({ deviceId }) => ids.includes(deviceId)).map(({ url }) => url);
  if (own.length > 0 || kind === "hardware") return own;
  const taken = new Set(configured.map(({ url }) => url.origin));
  return Array.from({ length: PORTS }, (_, index) => new URL(`http://127.0.0.1:${FIRST_PORT + index}`)).filter(
    ({ origin }) => !taken.has(origin),
  );
}
