import type { RefusalDetail } from "../../core/refusal.js";
import type { SourceReport } from "../inventory.js";

/** One adb server, as ids and snapshots name it. */
export interface ServerNames {
  /** The name of the source, as in `Snapshot.sources`. */
  readonly source: string;
  /** What stands behind adb's own id, so that no two servers have a device of one id; empty for the first server. */
  readonly idSuffix: string;
}

/** The names of the adb server that is always used. */
export const FIRST_SERVER: ServerNames = { source: "adb", idSuffix: "" };

/** The names of one more adb server, which listens at `place` (`<host>:<port>`): its devices are `<serial>@<place>`. */
export function namesOf(place: string): ServerNames {
  return { source: `adb@${place}`, idSuffix: `@${place}` };
}

/** The report of an adb server that could not be asked. */
export function toFailure({ source }: ServerNames, refusal: RefusalDetail): SourceReport {
  return { source, outcome: "failed", refusal, platform: "android" };
}
