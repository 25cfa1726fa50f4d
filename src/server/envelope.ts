import { RPC_ERROR_CODE } from "../core/rpcErrorCode.js";
import { type Members, membersOf, type RpcError } from "./frame.js";

/** What the names begin with that the protocol keeps for itself in a message's `_meta`. */
export const RESERVED_PREFIX = "io.modelcontextprotocol/";

/** The one modern revision that is spoken here. */
export const MODERN_REVISION = "2026-07-28";

/** The revision that a request names in its own `_meta`; `undefined` on the legacy era, which has no such thing. */
export function namedRevision(params: Members): string | undefined {
  const version = membersOf(params["_meta"])[`${RESERVED_PREFIX}protocolVersion`];
  return typeof version === "string" ? version : undefined;
}

/** The answer to a request that names a revision which its connection does not speak. */
export function unsupportedRevision(requested: unknown): RpcError {
  return {
    code: RPC_ERROR_CODE.unsupportedProtocolVersion,
    message: `Unsupported protocol version: ${String(requested)}`,
    data: { supported: [MODERN_REVISION], requested },
  };
}
