import { describe, expect, it } from "vitest";
import { type DaemonEvidence, diagnoseDaemon } from "../../../src/cli/doctor/diagnoseDaemon.js";
import { SAMPLE_RECORD } from "../../support/sampleRecord.js";

const RECORD = SAMPLE_RECORD;
const ENDPOINT = { record: RECORD, token: "t", origin: "http://127.0.0.1:41234" };
const NONE: DaemonEvidence = {
  ...{ path: "/state", folderProblem: undefined, tokenMode: 0o100600, version: "1.2.3" },
  reading: { is: "not_running", generation: 0, left: undefined },
};

const outcomes = (evidence: Partial<DaemonEvidence>): readonly string[] => {
  return diagnoseDaemon({ ...NONE, ...evidence }).map(({ check, outcome }) => `${check}: ${outcome}`);
};

describe("the doctor on the daemon", () => {
  it.each<[Partial<DaemonEvidence>, string]>([
    [{}, "ok"],
    [{ reading: { is: "running", endpoint: ENDPOINT } }, "ok"],
    [{ reading: { is: "stopping", endpoint: ENDPOINT } }, "ok"],
    [{ reading: { is: "running", endpoint: ENDPOINT }, version: "1.3.0" }, "warn"],
    [{ reading: { is: "not_running", generation: 3, left: RECORD } }, "warn"],
    [{ reading: { is: "unresponsive", record: RECORD, waitedMs: 3000 } }, "fail"],
  ])("%j: %s", (evidence, outcome) => {
    expect(outcomes(evidence)).toEqual(["state folder: ok", "daemon token: ok", `daemon: ${outcome}`]);
  });

  it("tells of a token that others may have read", () => {
    expect(diagnoseDaemon({ ...NONE, tokenMode: 0o100640 })[1]).toEqual({
      ...{ check: "daemon token", outcome: "fail", says: "other users may have read it (mode 0640)" },
      fix: "Run: automobile daemon stop. Then delete /state/token: the next daemon makes a new one.",
    });
  });

  it("looks no further where the folder is open", () => {
    const folderProblem = { message: "/state is open to other users (mode 0755)", fix: "Run: chmod 700 /state" };

    expect(outcomes({ folderProblem })).toEqual(["state folder: fail"]);
  });
});
