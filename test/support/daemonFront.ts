import { createServer, type IncomingHttpHeaders, request as httpRequest } from "node:http";
import { settleOnce } from "../../src/core/settleOnce.js";

/** A way to a daemon on which a test can hold up what comes, to let something happen meanwhile. */
export interface DaemonFront {
  readonly port: number;
  close(): Promise<void>;
}

/** Passes every request on to a daemon of this machine as it came, each when `before` has resolved. */
export async function startDaemonFront(
  daemonPort: number,
  before: (headers: IncomingHttpHeaders) => Promise<void>,
): Promise<DaemonFront> {
  const server = createServer((incoming, outgoing) => {
    const { method, url, headers } = incoming;
    void before(headers).then(() => {
      // A connection each: the daemon ends one whose request says "close", whatever its answer says of it.
      const onward = httpRequest({ host: "127.0.0.1", port: daemonPort, method, path: url, headers, agent: false });
      onward.once("response", (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      });
      onward.once("error", () => outgoing.destroy());
      outgoing.once("close", () => onward.destroy());
      incoming.pipe(onward);
    });
  });
  const listening = settleOnce<undefined>();
  server.listen(0, "127.0.0.1", () => listening.settle(undefined));
  await listening.settled;
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
