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
  /** Whether it came from the daemon's operator, and not from the state folder. */
  readonly isTokenShared: boolean;
  /** Names and addresses of this daemon, beside those of loopback. */
  readonly allowHosts: readonly string[];
}

/** Guards with one token. No answer ever allows a web page to read it: there are no CORS headers. */
export function createRequestGuard({ token, isTokenShared, allowHosts }: GuardOptions): RequestGuard {
  const names = [...LOOPBACK_NAMES, ...allowHosts.map(toUrlHost)];
  const isHostHere = hostHeaderValidation(names);
  const isOriginHere = originValidation(names);
  return {
    isFromHere: (request, response) => isHostHere(request, response) && isOriginHere(request, response),
    hasToken(request, response) {
      const given = readBearer(request.headers.authorization);
      if (given !== undefined && isSameText(given, token)) return true;
      const meant = isTokenShared ? SHARED_TOKEN : OWN_TOKEN;
      const message =
        given === undefined
          ? `Unauthorized: send ${meant} as Authorization: Bearer TOKEN`
          : `Unauthorized: the token that was sent is not ${meant}`;
      sendJson(response, { status: 401, headers: { "WWW-Authenticate": "Bearer" }, body: toError(message) });
      return false;
    },
  };
}

const OWN_TOKEN = "the token of this daemon's state folder (its file token)";
const SHARED_TOKEN = "the token that this daemon was started with (its --token-file)";

/** A JSON-RPC error for a request that was not read. */
export function toError(message: string): object {
  return { jsonrpc: "2.0", error: { code: RPC_ERROR_CODE.turnedAway, message }, id: null };
}

function readBearer(header: string | undefined): string | undefined {
  if (header === undefined || header.length > MAX_CREDENTIAL_LENGTH) return undefined;
  return /^Bearer ([^\s]+)$/i.exec(header)?.[1];
}
