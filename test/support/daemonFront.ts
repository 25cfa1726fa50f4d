import { type IncomingHttpHeaders, request as httpRequest } from "node:http";
import { LOOPBACK } from "../../src/core/loopback.js";
import { type HttpListener, listenAt } from "../../src/daemon/httpListener.js";

/**
 * A way to a daemon on which a test can hold up what comes, to let something happen meanwhile: passes every request on to a
 * daemon of this machine as it came, each when `before` has resolved.
 */
export async function startDaemonFront(
  daemonPort: number,
  before: (headers: IncomingHttpHeaders) => Promise<void>,
): Promise<HttpListener> {
  return await listenAt({ host: LOOPBACK, port: 0 }, async (incoming, outgoing) => {
    const { method, url, headers } = incoming;
    await before(headers);
    // A connection each, so that none is left open when a test ends.
    const onward = httpRequest({ host: LOOPBACK, port: daemonPort, method, path: url, headers, agent: false });
    onward.once("response", (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.once("error", () => outgoing.destroy());
    outgoing.once("close", () => onward.destroy());
    incoming.pipe(onward);
  });
}
