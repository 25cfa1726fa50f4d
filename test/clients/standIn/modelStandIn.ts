import { type LoopbackReply, type LoopbackRequest, startLoopbackServer } from "./loopbackServer.js";

/** The one tool call that a stand-in makes. */
export interface ScriptedCall {
  /** The tool as the client names it to its model. */
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** A model's API, as far as a stand-in must speak it. */
export interface ModelDialect {
  /** Whether the request asks the model for its next turn. */
  isTurn(request: LoopbackRequest): boolean;
  /** The names of the tools that a turn's body offers; side requests, such as for a title, offer none. */
  offeredTools(body: unknown): readonly string[];
  /** The newest tool result that the model would read, as text; `undefined` while there is none. */
  readToolResult(body: unknown): string | undefined;
  /** A turn that calls the tool. */
  toCall(call: ScriptedCall): LoopbackReply;
  /** A turn that says something and ends the conversation. */
  toText(text: string): LoopbackReply;
  /** What else this API's clients ask for and must be given. */
  answerOther?(request: LoopbackRequest): LoopbackReply | undefined;
}

/** A model that is none: calls one tool, takes its result, and says that it is done. */
export interface ModelStandIn {
  /** `http://127.0.0.1:PORT`. */
  readonly url: string;
  /** How many turns were asked for so far. */
  turns(): number;
  /** Every result of the tool that the model was given, oldest first, as text. */
  toolResults(): readonly string[];
  /** `METHOD /path` of each request that the dialect does not know; answered with 404. */
  unknownRequests(): readonly string[];
  close(): Promise<void>;
}

const NOT_FOUND: LoopbackReply = { status: 404, contentType: "application/json", body: "{}" };

/** Starts a stand-in on a free port of 127.0.0.1. */
export async function startModelStandIn(dialect: ModelDialect, call: ScriptedCall): Promise<ModelStandIn> {
  const server = await startLoopbackServer((request) => {
    if (!dialect.isTurn(request)) return dialect.answerOther?.(request) ?? NOT_FOUND;
    if (!dialect.offeredTools(request.body).includes(call.tool)) return dialect.toText("A title");
    return dialect.readToolResult(request.body) === undefined ? dialect.toCall(call) : dialect.toText("Done.");
  });
  const turns = (): readonly LoopbackRequest[] => server.requests.filter((request) => dialect.isTurn(request));
  return {
    url: server.url,
    turns: () => turns().length,
    toolResults: () => turns().flatMap(({ body }) => dialect.readToolResult(body) ?? []),
    unknownRequests: () =>
      server.requests
        .filter((request) => !dialect.isTurn(request) && dialect.answerOther?.(request) === undefined)
        .map(({ method, path }) => `${method} ${path}`),
    close: server.close,
  };
}

/** A reply of server-sent events; each event's `type` is its name. */
export function toEventStream(events: readonly { readonly type: string }[]): LoopbackReply {
  const body = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("");
  return { status: 200, contentType: "text/event-stream", body };
}
