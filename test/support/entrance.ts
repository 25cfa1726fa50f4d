import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { type IncomingMessage, request as plainRequest } from "node:http";
import { request as secureRequest } from "node:https";
import { text } from "node:stream/consumers";
import { z } from "zod";
import { parseJson } from "../../src/core/parseJson.js";
import { EXAMPLE_HOST } from "./nginxExample.js";

/** Where HTTP requests go in: a port of 127.0.0.1, over TLS where there is a certificate to trust. */
export interface Entrance {
  readonly port: number;
  /** A file. */
  readonly certificate?: string;
}

/** One HTTP request, for the host of the docs' example. */
export interface EntranceRequest {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: object;
}

/** What came back for one JSON-RPC request. */
export const replySchema = z.object({
  status: z.number(),
  result: z.looseObject({ taskId: z.string().optional(), requestState: z.string().optional() }).optional(),
  error: z.looseObject({ code: z.number(), message: z.string() }).optional(),
});

/** One reply. */
export type Reply = z.infer<typeof replySchema>;

/** Sends a request, and gives the response as soon as it has begun. @throws Error when the connection breaks before that. */
export async function sendTo({ port, certificate }: Entrance, request: EntranceRequest): Promise<IncomingMessage> {
  const { body, headers, ...rest } = request;
  const options = { host: "127.0.0.1", port, ...rest, headers: { Host: EXAMPLE_HOST, ...headers } };
  const sent =
    certificate === undefined
      ? plainRequest(options)
      : secureRequest({ ...options, servername: EXAMPLE_HOST, ca: await readFile(certificate) });
  sent.end(body === undefined ? undefined : JSON.stringify(body));
  const [response] = z.tuple([z.custom<IncomingMessage>()]).parse(await once(sent, "response"));
  return response;
}

/** The JSON-RPC message of a response that is one, or that streams one. @throws Error when the connection breaks before its end. */
export async function readReply(response: IncomingMessage): Promise<Reply> {
  const body = await text(response);
  const message = parseJson(/^data: (\{.*)$/m.exec(body)?.[1] ?? body);
  return replySchema.parse({ ...z.object({}).loose().parse(message), status: response.statusCode });
}

/** How a tool call ended: `200 ran`, `200 refused`, or the status and what the error says. */
export function endOf({ status, result, error }: Reply): string {
  if (error !== undefined) return `${status} ${error.message}`;
  return `${status} ${result?.["isError"] === true ? "refused" : "ran"}`;
}
