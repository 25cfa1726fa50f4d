import { once } from "node:events";
import { type AddressInfo, connect, type Socket } from "node:net";
import { createServer, type IncomingMessage } from "node:http";
import { describe, expect, it, onTestFinished } from "vitest";
import { type MessageBody, readMessageBody } from "../../src/daemon/messageBody.js";

const MAX_BYTES = 64;

describe("the body of a message", () => {
  it("is the JSON that it says, in however many pieces it came", async () => {
    expect(await bodyOf('{"text":"grü', 'ße"}')).toEqual({ is: "message", value: { text: "grüße" } });
  });

  it.each(["no JSON", '"text"', "null", "", "x".repeat(MAX_BYTES + 9)])(
    "is given on from its first byte when it is no JSON object: %j",
    async (text) => {
      const body = await bodyOf(text);
      expect(await bytesOf(body)).toBe(text);
    },
  );

  it("fails for whoever reads it when it breaks off", async () => {
    const { request, socket } = await received(9, "{");
    const body = readMessageBody(request, MAX_BYTES);
    socket.destroy();
    await expect(bytesOf(await body)).rejects.toThrow("aborted");
  });

  it("is not waited for when the request says that it is too long", async () => {
    const { request } = await received(MAX_BYTES + 1);
    expect(await readMessageBody(request, MAX_BYTES)).toMatchObject({ is: "bytes" });
  });
});

async function bodyOf(...pieces: readonly string[]): Promise<MessageBody> {
  const { request } = await received(Buffer.byteLength(pieces.join("")), ...pieces);
  return await readMessageBody(request, MAX_BYTES);
}

interface Received {
  readonly request: IncomingMessage;
  /** The sender's. */
  readonly socket: Socket;
}

/** A request over a real socket that says that its body has so many bytes, and sends these pieces. */
async function received(bytes: number, ...pieces: readonly string[]): Promise<Received> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const request = new Promise<IncomingMessage>((resolve) => server.once("request", resolve));
  const socket = connect(portOf(server.address()), "127.0.0.1");
  socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${bytes}\r\n\r\n`);
  for (const piece of pieces) socket.write(piece);
  return { request: await request, socket };
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === "string") throw new Error("a TCP listener has no port");
  return address.port;
}

/** `message` has no bytes to read. */
async function bytesOf(body: MessageBody): Promise<string> {
  if (body.is === "message") throw new Error("it is a message");
  const chunks: Uint8Array[] = [];
  for await (const chunk of body.bytes) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}
