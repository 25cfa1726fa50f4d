import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { sendJson } from "../../src/daemon/jsonAnswer.js";
import { toError } from "../../src/daemon/requestGuard.js";
import { closedPort } from "./closedPort.js";

/** What stands where a load balancer looks for a replica, and what it was sent. */
export interface ScriptedReplica {
  readonly port: number;
  /** The bodies of its requests so far, in the order in which they came; `""` of those that it did not read. */
  seen(): readonly string[];
  close(): Promise<void>;
}

const SCRIPTS = {
  runs: (response) => sendJson(response, { status: 200, body: { jsonrpc: "2.0", id: 1, result: {} } }),
  stops: (response) => sendJson(response, { status: 503, body: toError("stopping") }),
  "breaks off": (response) => response.destroy(),
  "turns away": (response) => sendJson(response, { status: 401, body: toError("Unauthorized") }),
} as const satisfies Readonly<Record<string, (response: ServerResponse) => void>>;

/** What replicas do. */
export type ReplicaScript = keyof typeof SCRIPTS | "is down";

/** One that follows a script, or nothing at all at a port of its own. */
export async function startScriptedReplica(script: ReplicaScript): Promise<ScriptedReplica> {
  const port = await closedPort();
  const seen: string[] = [];
  if (script === "is down") return { port, seen: () => seen, close: () => Promise.resolve() };
  const server = createServer((request, response) => {
    // A daemon that is stopping reads no body.
    void (script === "stops" ? Promise.resolve("") : text(request)).then((body) => {
      seen.push(body);
      SCRIPTS[script](response);
    });
  });
  await once(server.listen(port, "127.0.0.1"), "listening");
  return {
    port,
    seen: () => seen,
    async close() {
      server.closeAllConnections();
      await once(server.close(), "close");
    },
  };
}
