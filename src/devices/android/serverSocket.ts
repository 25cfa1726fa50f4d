import { connect, type Socket } from "node:net";
import type { AdbServerClient } from "@yume-chan/adb";
import { MaybeConsumable, ReadableStream } from "@yume-chan/stream-extra";
import { AdbFailure } from "./adbFailure.js";

/** Where an adb server listens. */
export interface ServerAddress {
  readonly host: string;
  readonly port: number;
}

/** `127.0.0.1:5037`, or `[::1]:5037`. */
export function addressText({ host, port }: ServerAddress): string {
  return host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`;
}

/** Chunks that may wait to be read before the socket is paused. */
const HIGH_WATER_CHUNKS = 16;

/**
 * Connects to an adb server. Aborting the signal destroys the socket, before it is connected and after.
 *
 * Tango's own connector for Node.js leaves a connected socket without an error listener (a reset would end the process) and
 * closes only its writing half.
 *
 * @throws AdbFailure `no_connection`.
 */
export function connectToServer(
  address: ServerAddress,
  signal: AbortSignal,
): Promise<AdbServerClient.ServerConnection> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const socket = connect({ host: address.host, port: address.port, noDelay: true });
    const abort = () => socket.destroy();
    const refuse = (cause: Error) => {
      reject(new AdbFailure("no_connection", describeError(cause), { cause }));
    };
    const giveUp = () => {
      reject(new AdbFailure("no_connection", "the connection was given up"));
    };
    signal.addEventListener("abort", abort, { once: true });
    socket.once("close", () => {
      signal.removeEventListener("abort", abort);
    });
    socket.on("error", refuse);
    socket.once("close", giveUp);
    socket.once("connect", () => {
      // From here on the streams tell what happens; a socket is never without an error listener.
      const connection = toConnection(socket);
      socket.off("error", refuse);
      socket.off("close", giveUp);
      resolve(connection);
    });
  });
}

function toConnection(socket: Socket): AdbServerClient.ServerConnection {
  return {
    readable: toReadable(socket),
    writable: toWritable(socket),
    closed: new Promise<undefined>((resolve) => {
      socket.once("close", () => {
        resolve(undefined);
      });
    }),
    close: () => void socket.destroy(),
  };
}

function toReadable(socket: Socket): ReadableStream<Uint8Array> {
  // A stream that was ended, failed or cancelled must not be ended again.
  let isOver = false;
  const over = (end: () => void) => {
    if (isOver) return;
    isOver = true;
    end();
  };
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const close = () => over(() => controller.close());
        socket.on("data", (chunk: Buffer) => {
          if (isOver) return;
          controller.enqueue(chunk);
          if ((controller.desiredSize ?? 0) <= 0) socket.pause();
        });
        socket.on("error", (cause) => over(() => controller.error(cause)));
        socket.once("end", close);
        socket.once("close", close);
      },
      pull: () => void socket.resume(),
      cancel: () => over(() => socket.destroy()),
    },
    { highWaterMark: HIGH_WATER_CHUNKS },
  );
}

function toWritable(socket: Socket): AdbServerClient.ServerConnection["writable"] {
  return new MaybeConsumable.WritableStream<Uint8Array>({
    write: (chunk) =>
      new Promise<void>((resolve, reject) => {
        socket.write(chunk, (error) => {
          if (error) reject(error);
          else resolve();
        });
      }),
  });
}

/** `connect ECONNREFUSED 127.0.0.1:5037`, also when several addresses were tried and each failed. */
function describeError(error: Error): string {
  const inner = error instanceof AggregateError ? error.errors.find((each) => each instanceof Error) : undefined;
  return (inner instanceof Error ? inner.message : error.message) || error.name;
}
