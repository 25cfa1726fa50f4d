import { type Members, membersOf } from "./frame.js";

const PREFIX = "io.modelcontextprotocol/";

/** The one modern revision that is spoken here. */
export const MODERN_REVISION = "2026-07-28";

/** The revision that a request names in its own `_meta`; `undefined` on the legacy era, which has no such thing. */
export function namedRevision(params: Members): string | undefined {
  const version = membersOf(params["_meta"])[`${PREFIX}protocolVersion`];
  return typeof version === "string" ? version : undefined;
}

/**
 * Whether the request's envelope is one that certainly is in order. Whatever else comes is left to the daemon, whose SDK
 * says exactly what is wrong with it.
 */
export function hasPlainEnvelope(params: Members): boolean {
  const meta = membersOf(params["_meta"]);
  const capabilities = meta[`${PREFIX}clientCapabilities`];
  const client = membersOf(meta[`${PREFIX}clientInfo`]);
  const hasClient =
    !(`${PREFIX}clientInfo` in meta) || (typeof client["name"] === "string" && typeof client["version"] === "string");
  return namedRevision(params) === MODERN_REVISION && membersOf(capabilities) === capabilities && hasClient;
}
