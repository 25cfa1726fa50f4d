import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createLocalAnswers } from "../../src/server/localAnswers.js";
import { openFrameStream } from "../../src/proxy/frameStream.js";
import { createProxySession } from "../../src/proxy/proxySession.js";
import { initialize, openedConnection } from "../server/servedConnection.js";
import { servedParts } from "../server/servedParts.js";
import { manualTimer } from "../support/manualTimer.js";
import { recordingLog } from "../support/recordingLog.js";
import { type ScriptedClient, scriptedClient } from "../support/scriptedClient.js";
import { settled } from "../support/settled.js";

/** A client of a proxy whose daemon is never needed. */
function proxyConnection(): ScriptedClient {
  const client = scriptedClient();
  const timer = manualTimer();
  const unneeded = async (): Promise<never> => await Promise.reject(new Error("a daemon was needed"));
  const stream = openFrameStream(
    { ...client.streams, timer },
    {
      frame: (frame, line) => {
        session.take(frame, line);
      },
      oddity: () => undefined,
    },
  );
  const session = createProxySession({
    send: stream.send,
    answerLocally: createLocalAnswers(servedParts().knowledge),
    forwarding: { pass: unneeded, call: unneeded, resolve: unneeded, tell: unneeded },
    questions: { take: () => false },
    legacyCall: { get: unneeded, peek: unneeded },
    onInitialize: () => undefined,
    warmUp: async () => await Promise.resolve(),
    timer,
    log: recordingLog(),
  });
  return client;
}

const FRONTS = [
  ["the direct server", () => openedConnection().client],
  ["the proxy", proxyConnection],
] as const;

/** The spelling of an id, as a client may write it. */
const ids = fc.oneof(
  fc.jsonValue().map((value) => JSON.stringify(value)),
  fc.string().map((text) => JSON.stringify(text)),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
  fc.integer().map(String),
  fc.bigInt({ min: 2n ** 53n - 3n, max: 2n ** 53n + 3n }).map(String),
  fc.constantFrom("1e3", "-0", "1.0", "1e400"),
);

const CANCEL_SEVEN = '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}';
const listAs = (id: number): string => `{"jsonrpc":"2.0","id":${id},"method":"tools/list"}`;
const pingAs = (id: number): string => `{"jsonrpc":"2.0","id":${id},"method":"ping"}`;

async function answersTo(client: ScriptedClient, lines: readonly string[]): Promise<readonly string[]> {
  await initialize(client);
  for (const line of lines) {
    client.sendRaw(`${line}\n`);
    await settled();
  }
  await settled();
  return client.received.slice(1).map(({ line }) => line);
}

describe("an id", () => {
  it("is answered by the proxy as by the direct server, whatever it is", async () => {
    await fc.assert(
      fc.asyncProperty(ids, async (id) => {
        const lines = [`{"jsonrpc":"2.0","id":${id},"method":"ping"}`];

        expect(await answersTo(proxyConnection(), lines)).toEqual(await answersTo(openedConnection().client, lines));
      }),
    );
  });

  it.each(
    FRONTS.flatMap(([front, connect]) =>
      ["1.5", "9007199254740993", "null", "true", "{}", "1e400"].map((id) => [front, id, connect] as const),
    ),
  )("that is none is not repeated by %s: %s", async (_, id, connect) => {
    expect(await answersTo(connect(), [`{"jsonrpc":"2.0","id":${id},"method":"ping"}`])).toEqual([
      '{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Not a JSON-RPC 2.0 message"}}',
    ]);
  });

  it.each(FRONTS)("that is an integer is repeated by %s, however it is written", async (_, connect) => {
    const lines = ["9007199254740991", "1e3", '""'].map((id) => `{"jsonrpc":"2.0","id":${id},"method":"ping"}`);

    expect(await answersTo(connect(), lines)).toEqual([
      '{"result":{},"jsonrpc":"2.0","id":9007199254740991}',
      '{"result":{},"jsonrpc":"2.0","id":1000}',
      '{"result":{},"jsonrpc":"2.0","id":""}',
    ]);
  });
});

describe("a message", () => {
  it.each(
    FRONTS.flatMap(([front, connect]) =>
      ['"extra":1', '"params":{"_meta":5}', '"params":{"_meta":{"progressToken":{}}}', '"params":[]'].map(
        (member) => [front, member, connect] as const,
      ),
    ),
  )("is none to %s with %s", async (_, member, connect) => {
    expect(await answersTo(connect(), [`{"jsonrpc":"2.0","id":7,"method":"ping",${member}}`])).toEqual([
      '{"jsonrpc":"2.0","id":7,"error":{"code":-32600,"message":"Not a JSON-RPC 2.0 message"}}',
    ]);
  });
});

describe("an id that is used again", () => {
  const again = [
    ["after the list under it was cancelled", [listAs(7), CANCEL_SEVEN, pingAs(7)], ["7", "7"]],
    ["for the list that was cancelled", [listAs(7), CANCEL_SEVEN, listAs(7)], ["7", "7"]],
    ["three times", [listAs(7), CANCEL_SEVEN, pingAs(7), pingAs(7)], ["7", "7", "7"]],
  ] as const;

  it.each(FRONTS.flatMap(([front, connect]) => again.map((scene) => [front, ...scene, connect] as const)))(
    "is answered by %s each time, when it comes %s",
    async (_front, _when, lines, ids, connect) => {
      expect((await answersTo(connect(), [lines.join("\n")])).map(idOf)).toEqual(ids);
    },
  );
});

function idOf(line: string): string | undefined {
  return /"id":(\d+)/.exec(line)?.[1];
}
