import type { IncomingMessage, ServerResponse } from "node:http";
import { parseJson } from "../core/parseJson.js";

/** One answer with a JSON body. */
export interface JsonAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: object;
}

/** Answers, and ends a connection whose request was not read to its end, so that nobody has to. */
export function sendJson(response: ServerResponse, { status, headers = {}, body }: JsonAnswer): void {
  const isRefused = status >= 400;
  response.writeHead(status, {
    "Content-Type": "application/json",
    "Cache-Control": "no-store",
    ...(isRefused ? { Connection: "close" } : {}),
    ...headers,
  });
  response.end(JSON.stringify(body));
}

/** A request's body as JSON. `undefined` when it is none, or longer than it may be. Rejects when it broke off. */
export async function readJson(request: IncomingMessage, maxBytes: number): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    if (!(chunk instanceof Uint8Array)) continue;
    bytes += chunk.length;
    if (bytes > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return parseJson(Buffer.concat(chunks).toString("utf8"));
}
