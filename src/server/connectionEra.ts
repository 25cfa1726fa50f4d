import { namedRevision } from "./envelope.js";
import type { RequestFrame } from "./frame.js";

/** The era of one connection: what was opened first decides it. */
export type ConnectionEra = "open" | "legacy" | "modern";

/** The era after a request. `server/discover` is only a probe: a legacy `initialize` may still follow it. */
export function eraAfter(era: ConnectionEra, request: RequestFrame): ConnectionEra {
  return era !== "open" || request.method === "server/discover" ? era : eraOf(request);
}

/** The era that a request is of by itself. */
export function eraOf({ params }: RequestFrame): "legacy" | "modern" {
  return namedRevision(params) === undefined ? "legacy" : "modern";
}
