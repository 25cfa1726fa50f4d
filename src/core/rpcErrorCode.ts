/**
 * The JSON-RPC error codes that are written here, under the names that they have in JSON-RPC 2.0 (5.1, "Error object") and
 * in MCP 2026-07-28 ("Error Codes").
 */
export const RPC_ERROR_CODE = {
  /** JSON that is no message, or one that may not come now. */
  invalidRequest: -32_600,
  methodNotFound: -32_601,
  /** Also an unknown tool, an unknown task, and request state that fails its check. */
  invalidParams: -32_602,
  internalError: -32_603,
  /** The request names a revision that is not spoken on its connection; `data` lists those that are. */
  unsupportedProtocolVersion: -32_022,
  /** Turned away before it was read. The first of those that are left to servers to define. */
  turnedAway: -32_000,
} as const;
