import type { ElicitationRecord } from "../server/elicitationOutcome.js";

/** What a daemon tells its live subscribers. Pushed as it happens, and not kept for those who come later. */
export type TelemetryEvent =
  | { readonly type: "elicitation"; readonly record: ElicitationRecord }
  /** A subscriber read too slowly and was let go. `total`: how many so far. */
  | { readonly type: "subscriber_dropped"; readonly total: number };
