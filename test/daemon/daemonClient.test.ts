import { describe, expect, it } from "vitest";
import { joinDaemon, type DaemonJoiner } from "../../src/daemon/daemonClient.js";
import { claimRecord, type EndpointRecord } from "../../src/daemon/endpointRecord.js";
import { answerChallenge } from "../../src/daemon/proof.js";
import { memoryFolder } from "../support/memoryFolder.js";
import { scriptedExchange } from "../support/scriptedExchange.js";
import { systemTimer } from "../../src/system/systemTimer.js";
import { unaborted } from "../support/unaborted.js";
import { SAMPLE_RECORD } from "../support/sampleRecord.js";

const TOKEN = "t".repeat(43);
const RECORD: EndpointRecord = { ...SAMPLE_RECORD, settings: { "--lab": "2" } };
const NEVER = new Promise<string>(() => undefined);

const joinerOver = (overrides: Partial<DaemonJoiner> = {}): DaemonJoiner & { starts: () => number } => {
  const folder = memoryFolder(new Map([["token", TOKEN]]));
  let starts = 0;
  return {
    folder,
    exchange: scriptedExchange(({ body }) => {
      return { outcome: "answered", status: 200, text: JSON.stringify(answerChallenge(TOKEN, "a", body)) };
    }).exchange,
    timer: systemTimer,
    processMark: async () => "boot 5",
    pid: 11,
    settings: { "--lab": "2" },
    start: () => {
      starts += 1;
      void claimRecord(folder, { after: 0, record: RECORD });
      return { ended: NEVER };
    },
    starts: () => starts,
    ...overrides,
  };
};

describe("joining", () => {
  it("starts one daemon for ten that need one at once", async () => {
    const joiner = joinerOver();

    const joins = await Promise.all(Array.from({ length: 10 }, () => joinDaemon(joiner, unaborted)));

    expect(joiner.starts()).toBe(1);
    expect(joins.map((join) => join.is)).toEqual(Array.from({ length: 10 }, () => "joined"));
    expect(joins.filter((join) => join.is === "joined" && join.isStarted)).toHaveLength(1);
  });

  it("takes the one that is there", async () => {
    const joiner = joinerOver();
    await claimRecord(joiner.folder, { after: 0, record: RECORD });

    expect(await joinDaemon(joiner, unaborted)).toEqual({
      is: "joined",
      endpoint: { record: RECORD, token: TOKEN, origin: "http://127.0.0.1:41234" },
      isStarted: false,
    });
    expect(joiner.starts()).toBe(0);
  });

  it("never takes one with other devices, and says in what they differ", async () => {
    const joiner = joinerOver({ settings: { "the adb server's address": "127.0.0.1:5037", "--allow-device": "A1" } });
    await claimRecord(joiner.folder, { after: 0, record: RECORD });

    expect(await joinDaemon(joiner, unaborted)).toEqual({
      is: "other_settings",
      differences: [
        "the adb server's address: here 127.0.0.1:5037, in the daemon not given",
        "--allow-device: here A1, in the daemon not given",
        "--lab: here not given, in the daemon 2",
      ],
      record: RECORD,
    });
  });

  it("says what a daemon said that ended as it started, and lets the next one try", async () => {
    const said = "automobile: port 80 cannot be listened on\n  → Name another one.";
    const failing = joinerOver({ start: () => ({ ended: Promise.resolve(said) }) });

    const join = await joinDaemon(failing, unaborted);

    expect(join).toEqual({
      ...{ is: "failed", reason: "the daemon ended as it started: port 80 cannot be listened on" },
      hint: "Name another one.",
    });
    expect(await failing.folder.list()).toEqual(["token"]);
  });

  it("starts none beside one that lives and does not answer", async () => {
    const joiner = joinerOver({ exchange: scriptedExchange(() => ({ outcome: "timed_out" })).exchange });
    await claimRecord(joiner.folder, { after: 0, record: RECORD });

    expect(await joinDaemon(joiner, unaborted)).toMatchObject({
      is: "failed",
      reason: "the daemon (process 77, port 41234) lives, and did not answer within 3 s",
    });
    expect(joiner.starts()).toBe(0);
  });

  it("starts one although the clock of the machine is set an hour ahead with every look at it", async () => {
    let looks = 0;
    const now = (): number => (looks += 1) * 3_600_000;

    expect(await joinDaemon(joinerOver({ timer: { ...systemTimer, now } }), unaborted)).toMatchObject({ is: "joined" });
  });

  it("ends when nobody wants it any more", async () => {
    expect(await joinDaemon(joinerOver(), AbortSignal.abort())).toEqual({ is: "aborted" });
  });
});
