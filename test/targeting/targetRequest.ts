import type { Device } from "../../src/devices/device.js";
import type { Snapshot, SourceReport } from "../../src/devices/inventory.js";
import type { TargetRequest } from "../../src/targeting/target.js";

/** A call of `tapOn` that names nothing; `changes` says what it names. */
export function request(changes: Partial<TargetRequest> = {}): TargetRequest {
  return {
    tool: "tapOn",
    deviceId: undefined,
    platform: undefined,
    platforms: ["android", "ios"],
    formerly: undefined,
    ...changes,
  };
}

/** These devices, found by an adb server that answered. */
export function found(...devices: readonly Device[]): Snapshot {
  return { devices, sources: [{ source: "adb", outcome: "complete" }] };
}

/** A source that failed although its devices, if it has any, could be of either platform. */
export function failure(source: string): Extract<SourceReport, { outcome: "failed" }> {
  return {
    source,
    outcome: "failed",
    refusal: {
      code: "adb_unreachable",
      message: `${source} does not answer.`,
      hint: `Start ${source}.`,
      data: { address: "127.0.0.1:5037", cause: "refused" },
    },
  };
}
