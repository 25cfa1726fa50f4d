import { PassThrough, Writable } from "node:stream";
import { describe, expect, it } from "vitest";
import { createStdioTransport, type StdioTransport } from "../../src/server/stdioTransport.js";
import { type ManualTimer, manualTimer } from "../support/manualTimer.js";

interface Streams {
  readonly input: PassThrough;
  readonly output: PassThrough;
  readonly transport: StdioTransport;
  readonly timer: ManualTimer;
  /** What the transport told: each message that came, each error, and its end. */
  readonly told: readonly unknown[];
}

/** A transport that is started, with nothing behind it but a list. */
async function startedTransport(): Promise<Streams> {
  const input = new PassThrough({ autoDestroy: false });
  const output = new PassThrough();
  const timer = manualTimer();
  const transport = createStdioTransport({ input, output, timer });
  const told: unknown[] = [];
  transport.onmessage = (message) => told.push(message);
  transport.onerror = (error) => told.push(error.message);
  transport.onclose = () => told.push("closed");
  await transport.start();
  return { input, output, transport, timer, told };
}

const lines = (...messages: readonly object[]): string =>
  messages.map((message) => `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`).join("");
/** Resolves when everything that was written to a stream before has been read. */
const settled = async (): Promise<void> => {
  await new Promise((resolve) => {
    setImmediate(resolve);
  });
};

describe("a stdio transport", () => {
  it("tells of a line that is no JSON, and refuses one that is no message in one line", async () => {
    const { input, output, told } = await startedTransport();

    input.write("no JSON\n7\n");
    await settled();

    expect(told).toEqual(["skipped a line that is no JSON"]);
    expect(String(output.read())).toBe(
      '{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Not a JSON-RPC 2.0 message"}}\n',
    );
  });

  it("closes once, whoever closes it and however often, and sends nothing after that", async () => {
    const { output, transport, told } = await startedTransport();

    await transport.close();
    await transport.close();
    output.destroy();
    await transport.closed;

    expect(told).toEqual(["closed"]);
    await expect(transport.send({ jsonrpc: "2.0", id: 1, result: {} })).rejects.toThrow("connection is closed");
  });

  it("closes, and says why, when its client has taken nothing for two minutes", async () => {
    const { transport, timer, told } = await startedTransport();

    for (let sent = 0; sent < 20; sent += 1)
      void transport.send({ jsonrpc: "2.0", id: sent, result: { a: "x".repeat(4096) } });
    await settled();
    timer.advance(120_000);
    await transport.closed;

    expect(told).toEqual(["closed: the client took nothing for 120 s", "closed"]);
    expect(timer.live()).toEqual([]);
  });

  it("reads nothing more once it is closed", async () => {
    const { input, transport, told } = await startedTransport();

    await transport.close();
    input.resume();
    input.write(lines({ id: 1, method: "ping" }));
    await settled();

    expect(told).toEqual(["closed"]);
  });

  it("needs nobody who listens to it", async () => {
    const input = new PassThrough();
    const transport = createStdioTransport({ input, output: new PassThrough(), timer: manualTimer() });
    await transport.start();

    input.end(`no JSON\n${lines({ id: 1, method: "tools/call" })}`);

    await expect(transport.closed).resolves.toBeUndefined();
  });

  it.each<readonly [string, (streams: Streams) => void]>([
    ["its input ends", ({ input }) => input.end()],
    ["its input is destroyed", ({ input }) => input.destroy()],
    ["its input fails", ({ input }) => input.emit("error", new Error("read EIO"))],
    ["its output is destroyed", ({ output }) => output.destroy()],
    ["its output fails", ({ output }) => output.emit("error", new Error("write EPIPE"))],
  ])("closes when %s", async (_, happen) => {
    const streams = await startedTransport();

    happen(streams);

    await expect(streams.transport.closed).resolves.toBeUndefined();
  });

  it("reports a reply that could not be written, and fails the sending of a message", async () => {
    const broken = new Writable({
      write(_chunk, _encoding, done) {
        done(new Error("write EPIPE"));
      },
    });
    const input = new PassThrough();
    const transport = createStdioTransport({ input, output: broken, timer: manualTimer() });
    const errors: string[] = [];
    transport.onerror = (error) => errors.push(error.message);
    await transport.start();

    input.write("7\n");
    const sending = transport.send({ jsonrpc: "2.0", id: 1, result: {} });

    await expect(sending).rejects.toThrow("write EPIPE");
    await transport.closed;
    expect(errors).toEqual(["write EPIPE"]);
  });
});

describe("after its input has ended, a stdio transport", () => {
  const LIST = { id: 0, method: "tools/list" };

  it.each([
    ["a question of the server that has the same id", { jsonrpc: "2.0", id: 0, method: "elicitation/create" }],
    ["a notification", { jsonrpc: "2.0", method: "notifications/message" }],
    ["the answer to something else", { jsonrpc: "2.0", id: 1, result: {} }],
    ["an error that belongs to no request", { jsonrpc: "2.0", error: { code: -32700, message: "no" } }],
  ] as const)("waits for its answer past %s", async (_, message) => {
    const { input, transport, told } = await startedTransport();
    input.end(lines(LIST));
    await settled();

    await transport.send(message);
    const before = told.includes("closed");
    await transport.send({ jsonrpc: "2.0", id: 0, result: {} });

    expect([before, told.includes("closed")]).toEqual([false, true]);
  });

  it.each([
    ["another notification that names the request", { method: "notifications/progress", params: { requestId: 0 } }],
    ["a request that names it", { id: 5, method: "tools/call", params: { requestId: 0 } }],
    ["a cancellation of nothing", { method: "notifications/cancelled" }],
    ["a cancellation of another request", { method: "notifications/cancelled", params: { requestId: "0" } }],
  ])("waits for its answer past %s", async (_, message) => {
    const { input, told } = await startedTransport();

    input.end(lines(LIST, message));
    await settled();

    expect(told).toHaveLength(2);
    expect(told).not.toContain("closed");
  });

  it("does not wait for a tool call: it is given up with its client", async () => {
    const { input, transport } = await startedTransport();

    input.end(lines({ id: 0, method: "tools/call", params: { name: "tapOn" } }));

    await expect(transport.closed).resolves.toBeUndefined();
  });
});

describe("what initialize said of elicitation", () => {
  it.each([
    [{ capabilities: { elicitation: {} } }, {}],
    [{ capabilities: { elicitation: { form: {}, later: 1 } } }, { form: {}, later: 1 }],
    [{ capabilities: { elicitation: "form" } }, "form"],
    [{ capabilities: { roots: {} } }, undefined],
    [{ capabilities: null }, undefined],
    [{ capabilities: "all" }, undefined],
    [{ capabilities: [] }, undefined],
    [{}, undefined],
    [undefined, undefined],
  ])("is remembered as it came: %j", async (params, elicitation) => {
    const { input, transport } = await startedTransport();
    const before = transport.rawElicitation();

    input.write(lines({ id: 1, method: "initialize", ...(params === undefined ? {} : { params }) }));
    input.write(lines({ id: 2, method: "tools/list", params: { capabilities: { elicitation: "of a list" } } }));
    await settled();

    expect([before, transport.rawElicitation()]).toEqual([undefined, elicitation]);
  });
});
