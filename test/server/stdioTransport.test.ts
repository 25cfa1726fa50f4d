import { describe, expect, it } from "vitest";
import { initialize, legacyConnectionOnWire, servedConnection, tapOn } from "./servedConnection.js";

const MAX_LINE_BYTES = 4 * 1024 * 1024;
const NOT_A_MESSAGE = { code: -32600, message: "Not a JSON-RPC 2.0 message" };
const TOO_LONG = { code: -32600, message: "A message must not be longer than 4194304 bytes" };

describe("a server on stdio", () => {
  it.each([
    ["text", "hello"],
    ["half of a message", '{"jsonrpc":"2.0","id":7,"method":"ping"'],
    ["a message and more", '{"jsonrpc":"2.0","id":7,"method":"ping"} {"jsonrpc"'],
    ["bytes that are no UTF-8", new Uint8Array([0xff, 0xfe, 0x80])],
    ["a blank line", "   "],
  ])("skips a line that is no JSON and answers the next: %s", async (_, line) => {
    const { client } = await legacyConnectionOnWire();
    const seen = client.received.length;

    client.sendRaw(line);
    client.sendRaw("\n");
    const { answer } = client.request("ping");

    expect((await answer).result).toEqual({});
    expect(client.received).toHaveLength(seen + 1);
  });

  it.each([
    ["a number", "7", null],
    ["a text", '"ping"', null],
    ["null", "null", null],
    ["a list of requests", '[{"jsonrpc":"2.0","id":7,"method":"ping"}]', null],
    ["an empty object", "{}", null],
    ["another version", '{"jsonrpc":"1.0","id":7,"method":"ping"}', 7],
    ["no version", '{"id":"seven","method":"ping"}', "seven"],
    ["a method that is no text", '{"jsonrpc":"2.0","id":7,"method":{}}', 7],
    ["an id that is an object", '{"jsonrpc":"2.0","id":{},"method":"ping"}', null],
    ["an id that is null", '{"jsonrpc":"2.0","id":null,"method":"ping"}', null],
    ["parameters that are a text", '{"jsonrpc":"2.0","id":7,"method":"ping","params":"x"}', 7],
  ])("answers JSON that is no message with -32600, and then the next one: %s", async (_, line, id) => {
    const { client } = await legacyConnectionOnWire();

    client.sendRaw(`${line}\n`);
    const error = await client.next((message) => message.error !== undefined);
    const { result } = await client.request("ping").answer;

    expect(error).toMatchObject({ id, error: NOT_A_MESSAGE });
    expect(result).toEqual({});
  });

  it.each([
    ["a result", '{"jsonrpc":"2.0","id":99,"result":{"action":"accept"}}'],
    ["an error", '{"jsonrpc":"2.0","id":"never asked","error":{"code":-32603,"message":"no"}}'],
    ["a result of null", '{"jsonrpc":"2.0","id":99,"result":null}'],
    ["an error without a code", '{"jsonrpc":"2.0","id":99,"error":"no"}'],
    ["a result without a version", '{"id":99,"result":{}}'],
  ])("never replies to a response to nothing: %s", async (_, line) => {
    const { client } = await legacyConnectionOnWire();
    const seen = client.received.length;

    client.sendRaw(`${line}\n`);
    await client.request("ping").answer;

    expect(client.received).toHaveLength(seen + 1);
  });

  it("survives a response before anything else", async () => {
    const { client } = servedConnection();

    client.sendRaw('{"jsonrpc":"2.0","id":1,"result":{}}\n');

    expect((await initialize(client)).result).toHaveProperty("protocolVersion");
  });

  it("refuses a message over 4 MiB under its own id, and answers the next", async () => {
    const { client } = await legacyConnectionOnWire();

    const { answer } = tapOn(client, { arguments: { text: "x".repeat(MAX_LINE_BYTES) } });
    const { result } = await client.request("ping").answer;

    expect((await answer).error).toEqual(TOO_LONG);
    expect(result).toEqual({});
  });

  it("takes a message of exactly 4 MiB", async () => {
    const { client, phones } = await legacyConnectionOnWire();
    const deviceId = "emulator-5554";
    const empty = {
      jsonrpc: "2.0",
      id: 9,
      method: "tools/call",
      params: { name: "tapOn", arguments: { deviceId, text: "" } },
    };
    const text = "x".repeat(MAX_LINE_BYTES - JSON.stringify(empty).length);

    client.send({ ...empty, params: { ...empty.params, arguments: { deviceId, text } } });
    await client.next((message) => message.id === 9);

    expect(phones.runs).toEqual(["ran on emulator-5554"]);
  });

  it("refuses an endless line without an id when it ends, and keeps none of it until then", async () => {
    const { client } = await legacyConnectionOnWire();
    const chunk = "x".repeat(1024 * 1024);

    for (let sent = 0; sent < 6; sent += 1) client.sendRaw(chunk);
    client.sendRaw("\n");

    expect(await client.next((message) => message.error !== undefined)).toMatchObject({ id: null, error: TOO_LONG });
  });
});

describe("when the input of a server on stdio ends", () => {
  it("what was asked of the server itself is still answered", async () => {
    const { client, closed } = servedConnection();

    const first = client.request("initialize", INITIALIZE);
    const second = client.request("tools/list");
    client.end();

    expect((await first.answer).result).toHaveProperty("serverInfo");
    expect((await second.answer).result).toHaveProperty("tools");
    await closed;
  });

  it("a last line that was not ended is read all the same", async () => {
    const { client, closed } = servedConnection();

    const answer = client.next((message) => message.id === 7);
    client.sendRaw(JSON.stringify({ jsonrpc: "2.0", id: 7, method: "initialize", params: INITIALIZE }));
    client.end();

    expect((await answer).result).toHaveProperty("serverInfo");
    await closed;
  });

  it("a tool that is running is told to stop, and the connection closes", async () => {
    const signals: AbortSignal[] = [];
    const { client, closed } = await legacyConnectionOnWire({
      backend: async (_, signal) => {
        signals.push(signal);
        client.end();
        return await new Promise(() => undefined);
      },
    });

    tapOn(client);
    await closed;

    expect(signals.map((signal) => signal.aborted)).toEqual([true]);
  });

  it("a request that was cancelled is not waited for", async () => {
    const { client, closed } = await legacyConnectionOnWire();

    const { id } = client.request("tools/list");
    client.send({ method: "notifications/cancelled", params: { requestId: id } });
    client.end();

    await expect(closed).resolves.toBeUndefined();
  });
});

describe("when the output of a server on stdio breaks", () => {
  it.each([
    ["with an error", new Error("write EPIPE")],
    ["without one", undefined],
  ])("%s, the connection closes", async (_, error) => {
    const { client, closed } = await legacyConnectionOnWire();

    client.streams.output.destroy(error);

    await expect(closed).resolves.toBeUndefined();
  });
});

const INITIALIZE = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "scripted", version: "1" } };
