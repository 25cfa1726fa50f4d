import { createServer, type Socket } from "node:net";

/** One connection to the fake server, at the moment of one request. */
export interface AdbPeer {
  /** Says OKAY, then sends `rest` as it is. */
  okay(rest?: string | Uint8Array): void;
  /** Says FAIL with this reason and ends. */
  fail(reason: string): void;
  send(bytes: string | Uint8Array): void;
  /** Ends the connection in good order. */
  end(): void;
  /** Breaks it. */
  reset(): void;
}

/** An adb server that answers as a test says. */
export interface FakeAdbServer {
  readonly address: { readonly host: string; readonly port: number; readonly isStartable: boolean };
  /** Every request, oldest first. */
  readonly requests: readonly string[];
  /** Resolves at the next request that begins with `start`, or at once when one has not been waited for yet. */
  request(start: string): Promise<AdbPeer>;
  /** Resolves when no connection is open any more. */
  allClosed(): Promise<void>;
  /** Accepts no new connection; those that are open stay. */
  stopListening(): void;
  close(): Promise<void>;
}

/** Answers requests; those that it ignores stay open and unanswered. */
export type AnswerRequest = (request: string, peer: AdbPeer) => void;

/** Starts a fake adb server on a free port of 127.0.0.1, or on a given one. */
export async function startFakeAdbServer(answer: AnswerRequest = () => undefined, port = 0): Promise<FakeAdbServer> {
  const requests: string[] = [];
  const seen: { readonly request: string; readonly peer: AdbPeer }[] = [];
  const waiters: { readonly start: string; readonly resolve: (peer: AdbPeer) => void }[] = [];
  const idleWaiters: (() => void)[] = [];
  const sockets = new Set<Socket>();

  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => socket.destroy());
    socket.on("close", () => {
      sockets.delete(socket);
      if (sockets.size === 0) for (const resolve of idleWaiters.splice(0)) resolve();
    });
    const peer = peerOf(socket);
    readRequests(socket, (request) => {
      requests.push(request);
      const index = waiters.findIndex(({ start }) => request.startsWith(start));
      if (index === -1) seen.push({ request, peer });
      else waiters.splice(index, 1)[0]?.resolve(peer);
      answer(request, peer);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(port, "127.0.0.1", resolve);
  });
  const listening = server.address();
  if (listening === null || typeof listening === "string") throw new Error("no TCP address");

  return {
    address: { host: "127.0.0.1", port: listening.port, isStartable: false },
    requests,
    request(start) {
      const index = seen.findIndex(({ request }) => request.startsWith(start));
      const [known] = index === -1 ? [] : seen.splice(index, 1);
      if (known !== undefined) return Promise.resolve(known.peer);
      return new Promise((resolve) => {
        waiters.push({ start, resolve });
      });
    },
    async allClosed() {
      if (sockets.size === 0) return;
      await new Promise<void>((resolve) => {
        idleWaiters.push(resolve);
      });
    },
    stopListening: () => void server.close(),
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise<unknown>((resolve) => {
        server.close(resolve);
      });
    },
  };
}

/** A text with its length in front, as adb's host services send it. */
export function lengthed(text: string): string {
  return Buffer.byteLength(text).toString(16).padStart(4, "0") + text;
}

/** The eight bytes with which `host:tport:` tells the transport that it chose. */
export function transportIdBytes(transportId: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(transportId));
  return bytes;
}

/** One packet of the shell protocol: 1 stdout, 2 stderr, 3 exit. */
export function shellPacket(kind: number, data: string | Uint8Array): Buffer {
  const bytes = Buffer.from(data);
  const header = Buffer.alloc(5);
  header.writeUInt8(kind, 0);
  header.writeUInt32LE(bytes.length, 1);
  return Buffer.concat([header, bytes]);
}

/** All that a command gives over the shell protocol. */
export function shellAnswer(stdout: string | Uint8Array, exitCode = 0): Buffer {
  return Buffer.concat([shellPacket(1, stdout), shellPacket(3, Uint8Array.of(exitCode))]);
}

function peerOf(socket: Socket): AdbPeer {
  return {
    okay: (rest = "") => void socket.write(Buffer.concat([Buffer.from("OKAY"), Buffer.from(rest)])),
    fail: (reason) => void socket.end(`FAIL${lengthed(reason)}`),
    send: (bytes) => void socket.write(bytes),
    end: () => void socket.end(),
    reset: () => void socket.resetAndDestroy(),
  };
}

function readRequests(socket: Socket, take: (request: string) => void): void {
  let waiting = Buffer.alloc(0);
  socket.on("data", (chunk) => {
    waiting = Buffer.concat([waiting, Buffer.from(chunk)]);
    for (;;) {
      const length = Number.parseInt(waiting.toString("latin1", 0, 4), 16);
      if (waiting.length < 4 || waiting.length < 4 + length) return;
      const request = waiting.toString("utf8", 4, 4 + length);
      waiting = waiting.subarray(4 + length);
      take(request);
    }
  });
}
