import type { IncomingMessage, ServerResponse } from "node:http";
import { createMcpHandler } from "@modelcontextprotocol/server";
import { toNodeHandler } from "@modelcontextprotocol/node";
import type { Log } from "../core/log.js";
import { MAX_MESSAGE_BYTES } from "../core/messageLimit.js";
import type { Timer } from "../core/timer.js";
import type { DaemonServer } from "../server/index.js";
import type { TelemetryHub } from "../telemetry/telemetryHub.js";
import { DAEMON_PATHS } from "./daemonReading.js";
import type { ServeRequest } from "./httpListener.js";
import type { InFlight } from "./inFlight.js";
import { readJson, sendJson } from "./jsonAnswer.js";
import { answerChallenge } from "./proof.js";
import { readMessageBody } from "./messageBody.js";
import { createRequestGuard, toError } from "./requestGuard.js";
import { serveResolve } from "./resolveRoute.js";
import { serveTelemetry } from "./telemetryRoute.js";

/** What the requests of a daemon are served with. */
export interface DaemonParts {
  readonly server: DaemonServer;
  readonly hub: TelemetryHub;
  readonly token: string;
  /** Whether it came from its operator, and not from the state folder; for those who are turned away. */
  readonly isTokenShared: boolean;
  /** Names under which others reach it. */
  readonly allowHosts: readonly string[];
  readonly instance: string;
  /** Everybody who is being served, subscribers too. */
  readonly clients: InFlight;
  /** Calls only. */
  readonly calls: InFlight;
  readonly isStopping: () => boolean;
  /** Somebody who has the token wants the daemon to end. */
  readonly onStopAsked: () => void;
  readonly timer: Timer;
  readonly log: Log;
}

/** The requests of one daemon. */
export interface DaemonService {
  readonly serve: ServeRequest;
  /** Ends the calls that are still under way. */
  abort(): Promise<void>;
}

const MAX_CHALLENGE_BYTES = 4096;

/** Serves `DAEMON_PATHS`, and nothing to anybody without the token. */
export function createDaemonService(parts: DaemonParts): DaemonService {
  const { server, log } = parts;
  const guard = createRequestGuard(parts);
  const mcp = createMcpHandler(server.createServer, {
    legacy: "stateless",
    maxRequestBodySize: MAX_MESSAGE_BYTES,
    onerror: (error) => log.warn("a request could not be served", { error: error.message }),
  });
  const fetchMcp: typeof mcp.fetch = async (request, options) => ownConnection(await mcp.fetch(request, options));
  const serveMcp = toNodeHandler(
    { fetch: fetchMcp },
    {
      maxRequestBodySize: MAX_MESSAGE_BYTES,
      onerror: (error) => log.warn("a request could not be read", { error: error.message }),
    },
  );

  const serveMessage = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await readMessageBody(request, MAX_MESSAGE_BYTES);
    if (body.is === "message") await serveMcp(toLike(request, noBytes()), response, body.value);
    else await serveMcp(toLike(request, body.bytes), response);
  };
  const route = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (!guard.isFromHere(request, response)) return;
    const path = pathOf(request);
    // A challenge proves that its sender has the token, and is how one finds out whether to send it.
    if (path === DAEMON_PATHS.identity) {
      await serveIdentity(request, response, parts);
      return;
    }
    if (!guard.hasToken(request, response)) return;
    const { method } = request;
    if (path === DAEMON_PATHS.mcp) await inCall(response, parts, () => serveMessage(request, response));
    else if (path === DAEMON_PATHS.resolve && method === "POST") {
      await inCall(response, parts, () => serveResolve(request, response, server));
    } else if (path === DAEMON_PATHS.telemetry && method === "GET") serveTelemetry(response, parts.hub, parts.timer);
    else if (path === DAEMON_PATHS.stop && method === "POST") {
      sendJson(response, { status: 202, body: { stopping: true } });
      parts.onStopAsked();
    } else sendJson(response, { status: 404, body: toError("There is nothing here; MCP is at /mcp") });
  };

  return {
    async serve(request, response) {
      response.once("close", parts.clients.enter());
      try {
        await route(request, response);
      } catch (error) {
        log.error("a request failed on a bug", { error: error instanceof Error ? error.stack : String(error) });
        if (response.headersSent) response.destroy();
        else sendJson(response, { status: 500, body: toError("Internal error; the daemon's log says more") });
      }
    },
    abort: () => mcp.close(),
  };
}

/** The SDK says "keep-alive" with each stream; what becomes of a connection is for the listener to say, who knows. */
function ownConnection(response: Response): Response {
  response.headers.delete("connection");
  return response;
}

/** Lets a call in, unless the daemon is about to end: then nothing of it runs, and the caller is told so. */
async function inCall(
  response: ServerResponse,
  { calls, isStopping }: DaemonParts,
  run: () => Promise<void>,
): Promise<void> {
  if (isStopping()) {
    sendJson(response, { status: 503, body: toError("The daemon is stopping; this request did not run") });
    return;
  }
  response.once("close", calls.enter());
  await run();
}

async function serveIdentity(request: IncomingMessage, response: ServerResponse, parts: DaemonParts): Promise<void> {
  const challenge = request.method === "POST" ? await readJson(request, MAX_CHALLENGE_BYTES) : undefined;
  const answer = answerChallenge(parts.token, parts.instance, challenge);
  if (answer === undefined) sendJson(response, { status: 401, body: toError("Unauthorized") });
  else sendJson(response, { status: 200, body: { ...answer, stopping: parts.isStopping() } });
}

function pathOf({ url = "/" }: IncomingMessage): string {
  return url.split("?", 1)[0] ?? "/";
}

/** The adapter's own shape of a request, whose optional fields may not be `undefined`. */
function toLike(
  { method = "GET", url = "/", headers }: IncomingMessage,
  body: AsyncIterable<Uint8Array>,
): Parameters<ReturnType<typeof toNodeHandler>>[0] {
  return { method, url, headers, [Symbol.asyncIterator]: () => body[Symbol.asyncIterator]() };
}

async function* noBytes(): AsyncGenerator<Uint8Array> {
  // The adapter is given what they said.
}
