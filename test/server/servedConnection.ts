import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { onTestFinished } from "vitest";
import { createStdioTransport } from "../../src/server/stdioTransport.js";
import { type Pending, type Received, type ScriptedClient, scriptedClient } from "../support/scriptedClient.js";
import { type ServedOptions, type ServedParts, servedParts } from "./servedParts.js";

/** The product's server on a pair of streams, with a raw client at the other end. */
export interface ServedConnection extends Omit<ServedParts, "factory"> {
  readonly client: ScriptedClient;
  /** Resolves when the connection has ended. */
  readonly closed: Promise<void>;
}

/** Serves two phones until the test ends. */
export function servedConnection(options: ServedOptions = {}): ServedConnection {
  const { factory, ...parts } = servedParts(options);
  const client = scriptedClient();
  const transport = createStdioTransport(client.streams);
  const handle = serveStdio(factory(transport.rawElicitation), { transport });
  onTestFinished(async () => {
    await handle.close();
  });
  return { ...parts, client, closed: transport.closed };
}

/** Says what a legacy client says first. `capabilities` are those of the client. */
export async function initialize(
  client: ScriptedClient,
  capabilities: object = { elicitation: { form: {} } },
  protocolVersion = "2025-11-25",
): Promise<Received> {
  const clientInfo = { name: "scripted", version: "1.2.3" };
  const answer = await client.request("initialize", { protocolVersion, capabilities, clientInfo }).answer;
  client.send({ method: "notifications/initialized" });
  return answer;
}

/** A connection whose legacy client said that it can be asked. */
export async function legacyConnectionOnWire(options: ServedOptions = {}): Promise<ServedConnection> {
  const served = servedConnection(options);
  await initialize(served.client);
  return served;
}

/** Sends a call without a device. */
export function tapOn(client: ScriptedClient, params: object = {}): Pending {
  return client.request("tools/call", { name: "tapOn", arguments: { text: "Sign in" }, ...params });
}

/** Sends a modern call without a device, from a client that declares form elicitation unless `elicitation` says otherwise. */
export function modernTapOn(client: ScriptedClient, params: object = {}, elicitation: object = { form: {} }): Pending {
  return tapOn(client, { _meta: envelope({ elicitation }), ...params });
}

/** What every modern request carries in its `_meta`. */
export function envelope(capabilities: object): object {
  return {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "scripted", version: "1.2.3" },
    "io.modelcontextprotocol/clientCapabilities": capabilities,
  };
}

/** The result in which a client picks this device. */
export function accepting(deviceId: string): object {
  return { action: "accept", content: { deviceId } };
}
