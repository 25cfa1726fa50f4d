import { type IncomingMessage, request as httpRequest } from "node:http";
import { createParser } from "eventsource-parser";
import { settleOnce } from "../core/settleOnce.js";
import { toOneLine } from "../server/frame.js";

/** The longest answer that is kept, in bytes: a screenshot of a large screen fits several times over. */
const MAX_ANSWER_BYTES = 64 * 1024 * 1024;

/** With these the daemon says that it did not take the message: wrong token, wrong host, going away. */
const TURNED_AWAY: ReadonlySet<number> = new Set([401, 403, 429, 503]);

/** Where a daemon listens, and what it asks for. */
export interface DaemonAddress {
  readonly host: string;
  readonly port: number;
  readonly token: string;
}

/** One message for the daemon. */
export interface Posting {
  /** Below the daemon's root, for example `/mcp`. */
  readonly path: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The answer in a text of the daemon's, as one line; `undefined` when the text is something else. */
  readonly readAnswer: (text: string) => string | undefined;
  /** Closes the response when it aborts: that is how a call is cancelled over HTTP. */
  readonly signal: AbortSignal;
  /** Takes each message that comes before the answer, as one line. The next one is read when it has resolved. */
  readonly onMessage: (line: string) => Promise<void>;
}

/**
 * How one message fared. `not_reached`: the daemon has not taken it, so nothing ran. `lost`: it was sent and no answer
 * came, so it may have run.
 */
export type PostEnd =
  | { readonly is: "answered"; readonly line: string }
  | { readonly is: "accepted" }
  | { readonly is: "not_reached"; readonly cause: string }
  | { readonly is: "lost"; readonly cause: string }
  | { readonly is: "cancelled" };

/** Sends one message to a daemon. Never rejects. */
export type DaemonPost = (address: DaemonAddress, posting: Posting) => Promise<PostEnd>;

/**
 * Posts over a connection of its own: on one that is kept open, a message that met the closing could not be told from
 * one that was taken.
 */
export const postToDaemon: DaemonPost = async (address, posting) => {
  const { signal } = posting;
  if (signal.aborted) return { is: "cancelled" };
  const end = settleOnce<PostEnd>();
  let isConnected = false;
  const request = httpRequest({
    host: address.host,
    port: address.port,
    path: posting.path,
    method: "POST",
    agent: false,
    signal,
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      authorization: `Bearer ${address.token}`,
      ...posting.headers,
    },
  });
  const fail = (error: Error): void => {
    if (signal.aborted) end.settle({ is: "cancelled" });
    else end.settle({ is: isConnected ? "lost" : "not_reached", cause: error.message });
  };
  request.once("socket", (socket) => {
    socket.once("connect", () => {
      isConnected = true;
      socket.setNoDelay(true);
    });
  });
  request.on("error", fail);
  request.once("response", (response) => {
    readResponse(response, posting).then(
      (outcome) => end.settle(outcome),
      (error: unknown) => {
        fail(error instanceof Error ? error : new Error(String(error)));
      },
    );
  });
  request.end(posting.body);
  const outcome = await end.settled;
  request.destroy();
  return outcome;
};

async function readResponse(response: IncomingMessage, posting: Posting): Promise<PostEnd> {
  const status = response.statusCode ?? 0;
  if (TURNED_AWAY.has(status)) return { is: "not_reached", cause: `the daemon answered with HTTP ${status}` };
  if (status === 202) return { is: "accepted" };
  if (isEventStream(response)) return await readEvents(response, posting);
  const text = await readText(response);
  const line = posting.readAnswer(text);
  if (line !== undefined) return { is: "answered", line };
  if (status >= 400 && status < 500) return { is: "not_reached", cause: `the daemon answered with HTTP ${status}` };
  return { is: "lost", cause: `the daemon's answer (HTTP ${status}) is none to this request` };
}

function isEventStream(response: IncomingMessage): boolean {
  return (response.headers["content-type"] ?? "").startsWith("text/event-stream");
}

/** Reads until the answer comes; what comes before it is handed on, one at a time. */
async function readEvents(response: IncomingMessage, { readAnswer, onMessage }: Posting): Promise<PostEnd> {
  let events: string[] = [];
  const parser = createParser({ maxBufferSize: MAX_ANSWER_BYTES, onEvent: ({ data }) => events.push(data) });
  response.setEncoding("utf8");
  for await (const chunk of response) {
    parser.feed(String(chunk));
    const arrived = events;
    events = [];
    for (const data of arrived) {
      const line = readAnswer(data);
      if (line !== undefined) return { is: "answered", line };
      if (data !== "") await onMessage(toOneLine(data));
    }
  }
  return { is: "lost", cause: "the daemon closed the connection before it answered" };
}

async function readText(response: IncomingMessage): Promise<string> {
  const pieces: string[] = [];
  let length = 0;
  response.setEncoding("utf8");
  for await (const chunk of response) {
    const piece = String(chunk);
    length += piece.length;
    if (length > MAX_ANSWER_BYTES) throw new Error(`the daemon's answer is longer than ${MAX_ANSWER_BYTES} bytes`);
    pieces.push(piece);
  }
  return pieces.join("");
}
