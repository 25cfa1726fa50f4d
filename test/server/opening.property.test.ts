import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { settleOnce } from "../../src/core/settleOnce.js";
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

/** What is sent at once, several times. */
const bursts = fc.array(fc.array(fc.constantFrom(...SAYINGS), { minLength: 1, maxLength: 3 }), { maxLength: 3 });
type Bursts = readonly (readonly object[])[];

/** Sends the bursts, each when nothing more comes for the one before. Requests get free ids from `firstId` on. */
async function say(client: ScriptedClient, said: Bursts, firstId: number): Promise<void> {
  let id = firstId;
  for (const burst of said) {
    const lines = burst.map((saying) => JSON.stringify({ jsonrpc: "2.0", id: (id += 1), ...saying }));
    client.sendRaw(`${lines.join("\n")}\n`);
    await quiet();
  }
}

async function quiet(): Promise<void> {
  await settled();
  await settled();
}

describe("an opening", () => {
  it("cannot be told from a server that had the SDK from the first byte", async () => {
    await fc.assert(
      fc.asyncProperty(bursts, bursts, async (early, late) => {
        const loading = settleOnce<undefined>();
        const { client: expected } = servedConnection();
        const { client: received } = openedConnection({}, loading.settled);

        await say(expected, [...early, ...late], 100);
        await say(received, early, 100);
        loading.settle(undefined);
        await quiet();
        await say(received, late, 100 + early.flat().length);

        expect(linesOf(received)).toEqual(linesOf(expected));
      }),
      { numRuns: 150 },
    );
  });
});

/** In no order: what is refused at once may overtake what takes a moment. */
function linesOf({ received }: ScriptedClient): readonly string[] {
  return received.map(({ line }) => line).toSorted();
}
