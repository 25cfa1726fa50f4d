import type { IncomingMessage, ServerResponse } from "node:http";
import { hostHeaderValidation, originValidation } from "@modelcontextprotocol/node";
import { LOOPBACK_NAMES, toUrlHost } from "../core/loopback.js";
import { RPC_ERROR_CODE } from "../core/rpcErrorCode.js";
import { sendJson } from "./jsonAnswer.js";
import { isSameText, MAX_CREDENTIAL_LENGTH } from "./proof.js";

/** Who may come in. Each check answers the request itself when it fails, and then gives `false`. */
export interface RequestGuard {
  /** Whether the request was sent to a name of this daemon, and not by a web page of another one (DNS rebinding). */
  isFromHere(request: IncomingMessage, response: ServerResponse): boolean;
  /** Whether it has the token. */
  hasToken(request: IncomingMessage, response: ServerResponse): boolean;
}

/** What a guard goes by. */
export interface GuardOptions {
  readonly token: string;
  /** Names and addresses of this daemon, beside those of loopback. */
  readonly allowHosts: readonly string[];
}

/** Guards with one token. No answer ever allows a web page to read it: there are no CORS headers. */
export function createRequestGuard({ token, allowHosts }: GuardOptions): RequestGuard {
  const names = [...LOOPBACK_NAMES, ...allowHosts.map(toUrlHost)];
  const isHostHere = hostHeaderValidation(names);
  const isOriginHere = originValidation(names);
  return {
    isFromHere: (request, response) => isHostHere(request, response) && isOriginHere(request, response),
    hasToken(request, response) {
      const given = readBearer(request.headers.authorization);
      if (given !== undefined && isSameText(given, token)) return true;
      sendJson(response, { status: 401, headers: { "WWW-Authenticate": "Bearer" }, body: toError(UNAUTHORIZED) });
      return false;
    },
  };
}

const UNAUTHORIZED = "Unauthorized: send the token of the state folder as Authorization: Bearer TOKEN";

/** A JSON-RPC error for a request that was not read. */
export function toError(message: string): object {
  return { jsonrpc: "2.0", error: { code: RPC_ERROR_CODE.turnedAway, message }, id: null };
}

function readBearer(header: string | undefined): string | undefined {
  if (header === undefined || header.length > MAX_CREDENTIAL_LENGTH) return undefined;
  return /^Bearer ([^\s]+)$/i.exec(header)?.[1];
}
