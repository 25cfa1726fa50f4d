import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { parseJson } from "../../../src/core/parseJson.js";

/** One request as it came in. */
export interface LoopbackRequest {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  /** The parsed JSON body; `undefined` when there is none. */
  readonly body: unknown;
}

/** What a request is answered with. */
export interface LoopbackReply {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

/** An HTTP server of 127.0.0.1 that keeps every request. */
export interface LoopbackServer {
  /** `http://127.0.0.1:PORT`. */
  readonly url: string;
  /** Every request so far, oldest first. */
  readonly requests: readonly LoopbackRequest[];
  close(): Promise<void>;
}

/** Starts a server on a free port. */
export async function startLoopbackServer(
  answer: (request: LoopbackRequest) => LoopbackReply,
): Promise<LoopbackServer> {
  const requests: LoopbackRequest[] = [];
  const server = createServer((incoming, response) => {
    void readRequest(incoming).then((request) => {
      requests.push(request);
      send(response, answer(request));
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
    requests,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

async function readRequest(incoming: IncomingMessage): Promise<LoopbackRequest> {
  let text = "";
  incoming.setEncoding("utf8");
  for await (const chunk of incoming) text += String(chunk);
  const { pathname } = new URL(incoming.url ?? "/", "http://127.0.0.1");
  return { method: incoming.method ?? "", path: pathname, body: parseJson(text) };
}

function send(response: ServerResponse, { status, contentType, body }: LoopbackReply): void {
  response.writeHead(status, { "content-type": contentType }).end(body);
}
