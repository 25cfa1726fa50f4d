/**
 * Some clients route a question back to its tool call by a private key that they put into the call's `_meta`; without its
 * echo they answer only while a single call is in flight. Reserved keys are not theirs and stay out.
 */
export function forwardedMeta(meta: unknown): Record<string, unknown> | undefined {
  if (typeof meta !== "object" || meta === null) return undefined;
  const own = Object.entries(meta).filter(([key]) => key !== "progressToken" && !isReserved(key));
  return own.length === 0 ? undefined : Object.fromEntries(own);
}

/** A prefix with `mcp` or `modelcontextprotocol` among its labels is the protocol's (2025-11-25, "General fields: _meta"). */
function isReserved(key: string): boolean {
  const [prefix = "", ...name] = key.toLowerCase().split("/");
  return name.length > 0 && prefix.split(".").some((label) => label === "mcp" || label === "modelcontextprotocol");
}
