import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { cites } from "../requirements.js";
import { createOpening, type Opening } from "../../src/server/opening.js";
import { settled } from "../support/settled.js";
import { accepting, openedConnection, tapOn } from "./servedConnection.js";

interface OpenedStreams {
  readonly input: PassThrough;
  readonly output: PassThrough;
  readonly opening: Opening;
  /** How the opening ended, once it has. */
  ended(): string | undefined;
  /** Writes to the input and waits for what comes of it. */
  say(text: string): Promise<void>;
}

/** An opening that answers every request for `known`, and for the list of tools, with `{}`. */
function openedStreams(): OpenedStreams {
  const input = new PassThrough();
  const output = new PassThrough();
  const answers = new Map([
    ["known", {}],
    ["tools/list", {}],
  ]);
  const opening = createOpening({ input, output, answerLocally: ({ method }) => answers.get(method) });
  let ended: string | undefined;
  void opening.ended.then((how) => (ended = how));
  return {
    ...{ input, output, opening },
    ended: () => ended,
    async say(text) {
      input.write(text);
      await settled();
    },
  };
}

const line = (id: number, method: string): string => `${JSON.stringify({ jsonrpc: "2.0", id, method })}\n`;
const read = (output: PassThrough): string => String(output.read() ?? "");

describe("an opening", () => {
  it("answers what it knows, and hands over with the list of tools", async () => {
    const { say, ended, output } = openedStreams();

    await say(line(1, "known"));
    const before = ended();
    await say(line(2, "tools/list"));

    expect(read(output)).toBe('{"result":{},"jsonrpc":"2.0","id":1}\n{"result":{},"jsonrpc":"2.0","id":2}\n');
    expect([before, ended()]).toEqual([undefined, "handed_over"]);
  });

  it.each([
    ["a request that it does not know", line(2, "tools/call")],
    ["a second request under the same id", line(1, "known")],
    ["a response", '{"jsonrpc":"2.0","id":2,"result":{}}\n'],
    ["text", "hello\n"],
    ["a line over its limit", `"${"x".repeat(65_536)}`],
  ])("hands over at once for %s, and reads no further", async (_, text) => {
    const { say, ended, output, input } = openedStreams();
    await say(line(1, "known"));
    output.read();

    await say(text);
    await say(line(3, "known"));

    expect(ended()).toBe("handed_over");
    expect(input.isPaused()).toBe(true);
    expect(read(output)).toBe("");
  });

  it("goes on answering while the SDK is loaded, as long as nothing needs it", async () => {
    const { say, output, opening } = openedStreams();
    await say(line(1, "tools/list"));
    await say(line(2, "known"));

    const { answered } = opening.take();
    await say(line(3, "known"));

    expect([...answered]).toEqual([1, 2]);
    expect(read(output)).not.toContain('"id":3');
  });

  it("gives every byte that it read, also those of a line that is not whole", async () => {
    const { say, opening } = openedStreams();
    const text = `${line(1, "known")}{"jsonrpc":"2.0","id":2,"method":"tools/`;

    await say(text);

    expect(Buffer.concat(opening.take().chunks).toString()).toBe(text);
  });

  it("is over when the input ends and everything was answered, the last line without its end as well", async () => {
    const { input, output, ended } = openedStreams();

    input.end(line(1, "known").trimEnd());
    await settled();

    expect(read(output)).toBe('{"result":{},"jsonrpc":"2.0","id":1}\n');
    expect(ended()).toBe("over");
  });

  it("hands over what the input ended with, when it cannot answer that", async () => {
    const { input, ended, opening } = openedStreams();

    input.end(line(1, "tools/call").trimEnd());
    await settled();

    expect(ended()).toBe("handed_over");
    expect(opening.take().hasEnded).toBe(true);
  });

  it.each<readonly [string, (streams: OpenedStreams) => void]>([
    ["its input fails", ({ input }) => input.destroy(new Error("read EIO"))],
    ["its output fails", ({ output }) => output.destroy(new Error("write EPIPE"))],
    ["its output is closed", ({ output }) => output.destroy()],
  ])("is over when %s", async (_, happen) => {
    const streams = openedStreams();
    await streams.say(line(1, "known"));

    happen(streams);
    await settled();

    expect(streams.ended()).toBe("over");
  });
});

describe("a client that was answered before the SDK was there", () => {
  const hello = { protocolVersion: "2025-11-25", clientInfo: { name: "early", version: "1" } };

  it(cites("T1", "M1")`is asked as it declared, and recorded as who it is`, async () => {
    const { client, phones, records } = openedConnection();
    await client.request("initialize", { ...hello, capabilities: { elicitation: {} } }).answer;
    client.send({ method: "notifications/initialized" });

    const { answer } = tapOn(client);
    const question = await client.asked();
    client.send({ id: question.id, result: accepting("emulator-5554") });
    await answer;

    expect(phones.runs).toContain("ran on emulator-5554");
    expect(records.items).toMatchObject([{ outcome: "accept", declared: "bare", era: "legacy", clientName: "early" }]);
  });

  it(cites("U1")`is not asked when it declared nothing`, async () => {
    const { client, records } = openedConnection();
    await client.request("initialize", { ...hello, capabilities: {} }).answer;

    await tapOn(client).answer;

    expect(client.received.filter(({ method }) => method !== undefined)).toEqual([]);
    expect(records.items).toMatchObject([{ outcome: "not_offered", declared: "none" }]);
  });

  it("gets each answer once, in order, even if it calls every request by the same name", async () => {
    const { client } = openedConnection();
    const requests = [
      { id: 1, method: "initialize", params: { ...hello, capabilities: {} } },
      { id: 1, method: "tools/list" },
      { id: 1, method: "ping" },
    ];

    for (const request of requests) {
      client.send(request);
      await settled();
    }

    expect(client.received.map(({ result }) => Object.keys(result ?? {})[0])).toEqual([
      "protocolVersion",
      "tools",
      undefined,
    ]);
  });

  it("is served to the end of what it sent at once, and the connection closes", async () => {
    const { client, closed } = openedConnection();

    client.request("initialize", { ...hello, capabilities: {} });
    const { answer } = client.request("resources/list");
    client.request("tools/list");
    client.end();

    await expect(closed).resolves.toBeUndefined();
    expect(client.received.map(({ id }) => id).toSorted()).toEqual([1, 2, 3]);
    expect((await answer).error).toHaveProperty("code", -32_601);
  });
});
