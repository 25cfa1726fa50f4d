import type { IncomingMessage } from "node:http";
import { parseJson } from "../core/parseJson.js";

/**
 * What a request brings. `message`: the JSON object or array that it was, to the end. `bytes`: anything else, such as text
 * that is no JSON, or more than may be read: from its first byte, as if nobody had read any.
 */
export type MessageBody =
  | { readonly is: "message"; readonly value: object }
  | { readonly is: "bytes"; readonly bytes: AsyncIterable<Uint8Array> };

/**
 * Reads a body once. Handed on as it came, the SDK reads it as a stream, and a copy of that stream besides, which takes
 * longer than all the rest of a short call. Reads little more than `maxBytes`, and nothing where the request says itself that
 * it is longer. Never rejects: what goes wrong meets the reader of `bytes`.
 */
export async function readMessageBody(request: IncomingMessage, maxBytes: number): Promise<MessageBody> {
  const body: AsyncIterator<unknown> = request[Symbol.asyncIterator]();
  const read: Uint8Array[] = [];
  let length = 0;
  if (Number(request.headers["content-length"]) > maxBytes) return { is: "bytes", bytes: continued(read, body) };
  try {
    while (length <= maxBytes) {
      const next = await body.next();
      if (next.done === true) return toBody(read);
      if (!(next.value instanceof Uint8Array)) continue;
      read.push(next.value);
      length += next.value.length;
    }
  } catch (error) {
    return { is: "bytes", bytes: brokenOff(read, error) };
  }
  return { is: "bytes", bytes: continued(read, body) };
}

function toBody(read: readonly Uint8Array[]): MessageBody {
  const value = parseJson(Buffer.concat(read).toString("utf8"));
  return typeof value === "object" && value !== null
    ? { is: "message", value }
    : { is: "bytes", bytes: continued(read, undefined) };
}

async function* continued(
  read: readonly Uint8Array[],
  rest: AsyncIterator<unknown> | undefined,
): AsyncGenerator<Uint8Array> {
  yield* read;
  for (;;) {
    const next = await rest?.next();
    if (next === undefined || next.done === true) return;
    if (next.value instanceof Uint8Array) yield next.value;
  }
}

async function* brokenOff(read: readonly Uint8Array[], cause: unknown): AsyncGenerator<Uint8Array> {
  yield* read;
  throw cause instanceof Error ? cause : new Error(String(cause));
}
