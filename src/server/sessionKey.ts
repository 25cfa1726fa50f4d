import type { ServerContext } from "@modelcontextprotocol/server";

/** The request header that isolates callers of one daemon from each other. */
export const SESSION_KEY_HEADER = "mcp-session-id";

/** Stands for every caller that sends no key; not a possible key, because a header value has no NUL. */
const UNKEYED = "\0unkeyed";

/** The one reader of a caller's session key. Callers without the header, and every stdio client, share one binding. */
export function readSessionKey(context: Pick<ServerContext, "http">): string {
  const key = context.http?.req?.headers.get(SESSION_KEY_HEADER)?.trim() ?? "";
  return key === "" ? UNKEYED : key;
}
