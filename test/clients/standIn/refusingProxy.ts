import { createServer } from "node:net";

/** A proxy of 127.0.0.1 that lets nothing through and keeps what was wanted. */
export interface RefusingProxy {
  /** `http://127.0.0.1:PORT`. */
  readonly url: string;
  /** The request line of every attempt so far, such as `CONNECT example.com:443 HTTP/1.1`. */
  readonly attempts: readonly string[];
  close(): Promise<void>;
}

/** Starts a proxy that answers every request with 403, so that what a client wants from outside is seen and not had. */
export async function startRefusingProxy(): Promise<RefusingProxy> {
  const attempts: string[] = [];
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", (chunk) => {
      attempts.push(chunk.toString("latin1").split("\r\n", 1).join(""));
      socket.end("HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
    });
  });
  const port = await new Promise<number>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      if (typeof address === "object" && address !== null) resolve(address.port);
      else reject(new Error("no TCP address"));
    });
  });
  return {
    url: `http://127.0.0.1:${port}`,
    attempts,
    async close() {
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
