import { PassThrough, Writable } from "node:stream";
import { describe, expect, it } from "vitest";
import { createClientOutput, MAX_UNREAD_BYTES, UNREAD_TIMEOUT_MS } from "../../src/server/clientOutput.js";
import { manualTimer, type ManualTimer } from "../support/manualTimer.js";

interface Scene {
  readonly client: ReturnType<typeof createClientOutput>;
  readonly input: PassThrough;
  readonly output: Writable;
  readonly timer: ManualTimer;
  /** The client takes the oldest message that waits. */
  readonly take: (error?: Error) => void;
  /** What was told: that the client takes nothing. */
  readonly told: string[];
}

/** A client that takes one message at a time, when the test says so. */
function slowClient(): Scene {
  const waiting: ((error?: Error) => void)[] = [];
  const output = new Writable({
    write(_chunk, _encoding, done) {
      waiting.push(done);
    },
  });
  output.on("error", () => undefined);
  const input = new PassThrough();
  input.resume();
  const timer = manualTimer();
  const told: string[] = [];
  const client = createClientOutput({ output, input, timer, onUnread: () => told.push("unread") });
  return { client, input, output, timer, take: (error) => waiting.shift()?.(error), told };
}

const ticked = (): Promise<void> => new Promise(setImmediate);

describe("the way to a client", () => {
  it("waits on no clock when nothing waits for the client", async () => {
    const { client, timer, take, told } = slowClient();

    const written = client.write("{}");
    take();
    await written;

    expect(timer.live()).toEqual([]);
    expect(told).toEqual([]);
  });

  it("tells of a client that has taken no message for two minutes", () => {
    const { client, timer, told } = slowClient();
    void client.write("{}");

    timer.advance(UNREAD_TIMEOUT_MS - 1);
    expect(told).toEqual([]);
    timer.advance(1);

    expect(told).toEqual(["unread"]);
  });

  it("waits for what was written before it was there, too", async () => {
    const { output, timer, take, told } = slowClient();
    output.write("an earlier answer\n");
    createClientOutput({ output, input: new PassThrough(), timer, onUnread: () => told.push("unread") });

    take();
    take();
    await ticked();
    expect(timer.live()).toEqual([]);
    output.write("another one\n");
    createClientOutput({ output, input: new PassThrough(), timer, onUnread: () => told.push("unread") });
    timer.advance(UNREAD_TIMEOUT_MS);

    expect(told).toEqual(["unread"]);
  });

  it("goes on with one that is slow, however long everything takes", async () => {
    const { client, timer, take, told } = slowClient();
    void client.write("1");
    void client.write("2");

    timer.advance(UNREAD_TIMEOUT_MS - 1);
    take();
    await ticked();
    timer.advance(UNREAD_TIMEOUT_MS - 1);
    take();
    await ticked();

    expect(told).toEqual([]);
    expect(timer.live()).toEqual([]);
  });

  it("tells nothing after it was closed", () => {
    const { client, timer, told } = slowClient();
    void client.write("{}");

    client.close();

    expect(timer.live()).toEqual([]);
    expect(told).toEqual([]);
  });

  it("reads no more from a client for which too much waits, until it has taken it", async () => {
    const { client, input, take } = slowClient();
    void client.write("x".repeat(MAX_UNREAD_BYTES - 1));
    expect(input.isPaused()).toBe(false);

    void client.write("x");
    expect(input.isPaused()).toBe(true);
    take();
    await ticked();
    take();
    await ticked();

    expect(input.isPaused()).toBe(false);
  });

  it("fails a message that the stream could not pass on", async () => {
    const { client, take } = slowClient();
    const written = client.write("{}");

    take(new Error("write EPIPE"));

    await expect(written).rejects.toThrow("write EPIPE");
  });
});
