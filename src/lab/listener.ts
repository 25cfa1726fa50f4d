import { createServer, type Socket } from "node:net";
import { LOOPBACK } from "../core/loopback.js";

/** A TCP listener on loopback that knows its connections. */
export interface Listener {
  readonly port: number;
  /** Ends every connection, without a goodbye. */
  dropConnections(): void;
  /** Stops listening and ends every connection. */
  close(): Promise<void>;
}

/** Listens on a port of loopback, where nobody else can reach it; 0 takes any free one. @throws Error when the port is taken. */
export async function listen(port: number, onConnection: (socket: Socket) => void): Promise<Listener> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
    onConnection(socket);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, LOOPBACK, () => {
      server.off("error", reject);
      resolve();
    });
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("a TCP listener has no port");

  const dropConnections = (): void => {
    for (const socket of [...sockets]) socket.destroy();
  };
  return {
    port: address.port,
    dropConnections,
    async close() {
      const closed = new Promise<void>((resolve) => {
        server.close(() => {
          resolve();
        });
      });
      dropConnections();
      await closed;
    },
  };
}
