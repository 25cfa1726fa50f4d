import { describe, expect, it } from "vitest";
import { type ElicitationRecord, logRecorder, recordTo, toLogLine } from "../../src/server/elicitationOutcome.js";
import { cites } from "../requirements.js";
import { recordingLog } from "../support/recordingLog.js";

const ACCEPTED: ElicitationRecord = {
  outcome: "accept",
  era: "legacy",
  declared: "form",
  latencyMs: 1200,
  tool: "tapOn",
  candidates: 2,
  clientName: "a\nclient",
  clientVersion: "1.0",
  topology: "direct",
  task: false,
};
const ASKED: ElicitationRecord = {
  outcome: "asked",
  era: "modern",
  declared: "bare",
  tool: "observe",
  candidates: 3,
  topology: "daemon",
  task: true,
};

describe("the log's line of a record", () => {
  it(cites("M2")`is one info line with every word of it, and the record beside it`, () => {
    const log = recordingLog();

    logRecorder(log)(ACCEPTED);

    expect(log.lines).toEqual([
      {
        level: "info",
        line: '[elicitation] outcome=accept era=legacy declared=form tool=tapOn candidates=2 topology=direct task=false latencyMs=1200 client="a client" version="1.0"',
        fields: { elicitation: ACCEPTED },
      },
    ]);
  });

  it(cites("M2")`has no word for what the record does not say`, () => {
    expect(toLogLine(ASKED)).toBe(
      "[elicitation] outcome=asked era=modern declared=bare tool=observe candidates=3 topology=daemon task=true",
    );
  });

  it(cites("M2")`quotes and cuts what the client calls itself, so that it cannot make up words of its own`, () => {
    const line = toLogLine({ ...ASKED, clientName: '" outcome=accept', clientVersion: "9".repeat(1000) });

    expect(line).toMatch(/ client="\\" outcome=accept" version="9{199}…"$/);
  });
});

describe("several recorders", () => {
  it(cites("M4")`each get the record, also when one before them throws, which is logged`, () => {
    const log = recordingLog();
    const taken: ElicitationRecord[] = [];
    const record = recordTo(
      [
        () => {
          throw new Error("the disk is full");
        },
        (each) => taken.push(each),
        logRecorder(log),
      ],
      log,
    );

    record(ACCEPTED);

    expect(taken).toEqual([ACCEPTED]);
    expect(log.lines.map(({ level, line, fields }) => [level, line.slice(0, 30), fields])).toEqual([
      ["warn", "an elicitation recorder failed", { error: "Error: the disk is full" }],
      ["info", "[elicitation] outcome=accept e", { elicitation: ACCEPTED }],
    ]);
  });
});
