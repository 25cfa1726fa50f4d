import type { ElicitationRecord } from "../../server/elicitationOutcome.js";
import type { KeptLog } from "../../system/keptLogs.js";
import { type Figures, type Group, groupFigures, toFigures } from "./figures.js";
import { readRecordLine } from "./recordLine.js";
import { toVerdict, type Verdict } from "./verdict.js";

/** Everything that the logs of one state folder say about asking. */
export interface Report {
  readonly groups: readonly Group[];
  readonly total: Figures;
  readonly verdict: Verdict;
  /** Logs that were read. */
  readonly files: number;
  /** Logs that were not, with the reason. */
  readonly unread: readonly { readonly name: string; readonly reason: string }[];
  /** Lines that could not be believed, and were left out. */
  readonly damagedLines: number;
}

/** Reads logs, one after the other, into figures. */
export async function readReport(logs: AsyncIterable<KeptLog>): Promise<Report> {
  const records: ElicitationRecord[] = [];
  const unread: { name: string; reason: string }[] = [];
  let files = 0;
  let damagedLines = 0;
  for await (const log of logs) {
    if (log.is === "unread") {
      unread.push({ name: log.name, reason: log.reason });
      continue;
    }
    files += 1;
    for (const line of log.lines) {
      const reading = readRecordLine(line);
      if (reading.is === "record") records.push(reading.record);
      if (reading.is === "damaged") damagedLines += 1;
    }
  }
  const total = toFigures(records);
  return { groups: groupFigures(records), total, verdict: toVerdict(total), files, unread, damagedLines };
}
