import type { ElicitationRecord } from "../../../src/server/elicitationOutcome.js";

/** A record of a legacy client; the rest as a test needs it. */
export function record(differs: Partial<ElicitationRecord>): ElicitationRecord {
  return {
    declared: "form",
    era: "legacy",
    outcome: "accept",
    tool: "tapOn",
    candidates: 2,
    clientName: "editor",
    clientVersion: "1.0",
    topology: "proxy",
    task: false,
    ...differs,
  };
}

/** So many accepts, each this long after its question. */
export function accepts(count: number, latencyMs: number): readonly ElicitationRecord[] {
  return Array.from({ length: count }, () => record({ latencyMs }));
}
