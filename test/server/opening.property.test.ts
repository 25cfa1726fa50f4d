import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ScriptedClient } from "../support/scriptedClient.js";
import { settled } from "../support/settled.js";
import { envelope, openedConnection, servedConnection } from "./servedConnection.js";

const CLIENT = { clientInfo: { name: "Test", version: "1" }, capabilities: { elicitation: {} } };
const MODERN = { _meta: envelope({}) };

/** What may be said at the beginning, in any order. Without an `id`, a request gets the next free one. */
const SAYINGS: readonly object[] = [
  { method: "initialize", params: { protocolVersion: "2025-11-25", ...CLIENT } },
  { method: "initialize", params: { protocolVersion: "2025-06-18" } },
  { method: "server/discover", params: MODERN },
  { method: "server/discover" },
  { method: "tools/list" },
  { method: "tools/list", params: MODERN },
  { method: "tools/list", params: { cursor: 7 } },
  { method: "ping" },
  { method: "ping", params: MODERN },
  { method: "tools/call", params: { name: "nothing" } },
  { method: "tools/call", params: { name: "nothing", ...MODERN } },
  { method: "notifications/initialized", id: undefined },
  { method: "notifications/cancelled", id: undefined, params: { requestId: "never" } },
  { result: {}, id: 99 },
  { id: 7 },
];

const bursts = fc.array(fc.array(fc.constantFrom(...SAYINGS), { minLength: 1, maxLength: 3 }), {
  minLength: 1,
  maxLength: 4,
});

/** Sends each burst at once, waits until nothing more comes, and gives every line that came. */
async function conversation(
  client: ScriptedClient,
  said: readonly (readonly object[])[],
  before: (burst: number) => void,
): Promise<readonly string[]> {
  let id = 0;
  for (const [index, burst] of said.entries()) {
    before(index);
    const lines = burst.map((saying) => JSON.stringify({ jsonrpc: "2.0", id: (id += 1), ...saying }));
    client.sendRaw(`${lines.join("\n")}\n`);
    await settled();
    await settled();
  }
  return client.received.map(({ line }) => line).toSorted();
}

describe("an opening", () => {
  it("cannot be told from a server that had the SDK from the first byte", async () => {
    await fc.assert(
      fc.asyncProperty(bursts, fc.nat(4), async (said, handOverAt) => {
        const whole = servedConnection();
        const opened = openedConnection();

        const expected = await conversation(whole.client, said, () => undefined);
        const received = await conversation(opened.client, said, (burst) => {
          opened.timer.advance(burst === handOverAt ? 150 : 0);
        });

        expect(received).toEqual(expected);
      }),
      { numRuns: 150 },
    );
  });
});
