import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { DaemonError } from "./daemonError.js";

/** Where to listen; port 0 takes any free one. */
export interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

/** A listener for HTTP. */
export interface HttpListener {
  readonly port: number;
  /** Takes no connection any more, and ends those that are open. */
  close(): Promise<void>;
}

/** Serves one request. Never rejects. */
export type ServeRequest = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Somebody who dribbles a request in, byte by byte, is let go: a request must be here whole within these. */
const HEADERS_TIMEOUT_MS = 5000;
const REQUEST_TIMEOUT_MS = 15_000;
const TIMEOUT_CHECK_MS = 1000;

/** Somebody who takes nothing of what is meant for him for that long is let go. A call may take longer to answer. */
const UNREAD_TIMEOUT_MS = 30_000;

const MAX_CONNECTIONS = 4096;

/**
 * Listens on one port of one address.
 *
 * @throws DaemonError when the port is taken: no other is tried in its place.
 */
export async function listenAt(at: ListenAddress, serve: ServeRequest): Promise<HttpListener> {
  const server = createServer(
    {
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      connectionsCheckingInterval: TIMEOUT_CHECK_MS,
    },
    (request, response) => void serve(request, response),
  );
  server.maxConnections = MAX_CONNECTIONS;
  server.setTimeout(UNREAD_TIMEOUT_MS, (socket) => {
    if (socket.writableLength > 0) socket.destroy();
  });
  await begin(server, at);
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("a TCP listener has no port");
  return {
    port: address.port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function begin(server: Server, { host, port }: ListenAddress): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException): void => {
      const message = `port ${port} of ${host} cannot be listened on: ${error.message}`;
      reject(new DaemonError(message, fixOf(error.code), { cause: error }));
    };
    server.once("error", fail);
    server.listen(port, host, () => {
      server.off("error", fail);
      resolve();
    });
  });
}

/** Only these two are about the port; all else that a system says of listening is about the address. */
function fixOf(code: string | undefined): string {
  if (code === "EADDRINUSE") return "End what listens there, or name another port with --port.";
  if (code === "EACCES") return "Name a port from 1024 on with --port.";
  return "Name an address of this machine with --host.";
}
