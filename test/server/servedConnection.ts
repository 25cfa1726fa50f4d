import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { onTestFinished } from "vitest";
import { createLocalAnswers } from "../../src/server/localAnswers.js";
import { createOpening } from "../../src/server/opening.js";
import { createStdioTransport, type StdioStreams } from "../../src/server/stdioTransport.js";
import { manualTimer } from "../support/manualTimer.js";
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
  return { ...parts, client, closed: serve(factory, { ...client.streams, timer: manualTimer() }) };
}

/**
 * The same with an opening in front of it, as the direct server has. The SDK is there when it was handed over to and
 * `loading` has resolved.
 */
export function openedConnection(options: ServedOptions = {}, loading = Promise.resolve()): ServedConnection {
  const { factory, ...parts } = servedParts(options);
  const client = scriptedClient();
  const opening = createOpening({ ...client.streams, answerLocally: createLocalAnswers(parts.knowledge) });
  const closed = opening.ended.then(async (how) => {
    await loading;
    if (how === "handed_over") await serve(factory, { ...client.streams, opening, timer: manualTimer() });
  });
  return { ...parts, client, closed };
}

/** Resolves when the connection has ended. */
function serve(factory: ServedParts["factory"], streams: StdioStreams): Promise<void> {
  const transport = createStdioTransport(streams);
  const handle = serveStdio(factory(transport.rawElicitation), { transport });
  onTestFinished(async () => {
    await handle.close();
  });
  return transport.closed;
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
