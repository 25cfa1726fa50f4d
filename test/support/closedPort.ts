import { createServer } from "node:net";

/** A TCP port of 127.0.0.1 at which nothing listens: it was free a moment ago. */
export async function closedPort(): Promise<number> {
  const server = createServer();
  const port = await new Promise<number>((resolve, reject) => {
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      if (typeof address === "object" && address !== null) resolve(address.port);
      else reject(new Error("no TCP address"));
    });
  });
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  return port;
}
