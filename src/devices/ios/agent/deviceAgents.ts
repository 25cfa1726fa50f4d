import type { HttpExchange } from "../../../core/httpExchange.js";
import type { AgentLine } from "./agentCommand.js";
import { type AgentDriver, createAgentDriver } from "./agentDriver.js";
import { createAgentLink } from "./agentLink.js";
import type { AgentOwner } from "./agentProof.js";

/** Where the operator says that a device's agent listens. */
export interface AgentAddress {
  readonly deviceId: string;
  readonly url: URL;
}

/** One device's agent, found and proven when it is first used. */
export interface DeviceAgent {
  readonly line: AgentLine;
  readonly driver: AgentDriver;
}

/** The agents of all devices of one source, kept as long as the source. */
export interface DeviceAgents {
  /** `aliases`: other ids by which the operator may have named the device. */
  agentOf(owner: AgentOwner, aliases: readonly string[]): DeviceAgent;
  /** Ends the sessions that were opened. */
  close(): Promise<void>;
}

/** Where agents of simulators are looked for: WebDriverAgent takes the first of these ports that is free. */
const FIRST_PORT = 8100;
const PORTS = 10;

/**
 * Agents at the addresses that the operator named, and for a simulator that has none, at the ports of this machine where
 * its agent would be. A phone's port is forwarded by hand, and which one was meant is not guessed.
 */
export function createDeviceAgents(exchange: HttpExchange, configured: readonly AgentAddress[]): DeviceAgents {
  const agents = new Map<string, DeviceAgent>();
  return {
    agentOf(owner, aliases) {
      // A phone may come back with a newer system, and its agent is known by it.
      const key = JSON.stringify([owner.deviceId, owner.osVersion]);
      const known = agents.get(key);
      if (known !== undefined) return known;
      const addresses = addressesOf(owner, [owner.deviceId, ...aliases], configured);
      const line = { deviceId: owner.deviceId, link: createAgentLink({ owner, addresses, exchange }) };
      const agent = { line, driver: createAgentDriver(line) };
      agents.set(key, agent);
      return agent;
    },
    async close() {
      const all = [...agents.values()];
      agents.clear();
      await Promise.all(all.map(async ({ line }) => line.link.close()));
    },
  };
}

function addressesOf(
  { kind }: Pick<AgentOwner, "kind">,
  ids: readonly string[],
  configured: readonly AgentAddress[],
): readonly URL[] {
  const own = configured.filter(({ deviceId }) => ids.includes(deviceId)).map(({ url }) => url);
  if (own.length > 0 || kind === "hardware") return own;
  const taken = new Set(configured.map(({ url }) => url.origin));
  return Array.from({ length: PORTS }, (_, index) => new URL(`http://127.0.0.1:${FIRST_PORT + index}`)).filter(
    ({ origin }) => !taken.has(origin),
  );
}
