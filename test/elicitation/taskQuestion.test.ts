import { describe, expect, it } from "vitest";
import { type TaskWork, withAmbiguousDeviceTask } from "../../src/elicitation/taskQuestion.js";
import type { ElicitationRecord } from "../../src/server/elicitationOutcome.js";
import { cites } from "../requirements.js";
import { manualTimer } from "../support/manualTimer.js";
import { EMULATOR, GALAXY, type ScriptedPhones, scriptedPhones } from "../support/scriptedPhones.js";
import { unaborted } from "../support/unaborted.js";
import { picks } from "./modernServer.js";

const TURN = {
  call: { name: "waitFor", arguments: { text: "Inbox" } },
  caller: { declared: "form", name: "scripted", version: "1.2.3" },
} as const;
const OF_ANOTHER_LAYOUT = { v: 2, offer: [] };

/** The work of tasks on two phones. */
function taskWork(): { work: TaskWork; phones: ScriptedPhones; records: readonly ElicitationRecord[] } {
  const phones = scriptedPhones(GALAXY, EMULATOR);
  const records: ElicitationRecord[] = [];
  const work = withAmbiguousDeviceTask(phones.backend, {
    timer: manualTimer(),
    policy: { isOff: () => false },
    recorder: (record) => records.push(record),
    topology: "direct",
    question: phones.question,
  });
  return { work, phones, records };
}

describe("the work of a task", () => {
  it(cites("K1")`stops at an ambiguity with what has to be asked, and with what the answer must fit`, async () => {
    const { work, phones } = taskWork();

    const end = await work.begin({ ...TURN, signal: unaborted });

    expect(end).toMatchObject({ is: "input_required", inputRequests: { deviceChoice: {} }, memo: { tool: "waitFor" } });
    expect(phones.runs).toEqual(["ambiguous_device_target"]);
  });

  it(cites("K4")`does not take an answer to a question that another version asked`, async () => {
    const { work, phones } = taskWork();
    const stretch = { ...TURN, signal: unaborted, memo: OF_ANOTHER_LAYOUT, answers: picks(EMULATOR.id) };

    await expect(work.resume(stretch)).rejects.toThrow("a task's question was kept in another layout");
    expect(phones.runs).toEqual([]);
  });

  it(cites("M1")`that is given up while it waits is recorded as an error of a task`, async () => {
    const { work, records } = taskWork();
    const end = await work.begin({ ...TURN, signal: unaborted });

    work.abandon({ ...TURN, memo: "memo" in end ? end.memo : undefined });

    expect(records).toMatchObject([
      { outcome: "asked", task: true },
      { outcome: "error", task: true, candidates: 2, latencyMs: 0 },
    ]);
  });

  it(cites("M1")`that another version left waiting is given up without a record`, () => {
    const { work, records } = taskWork();

    work.abandon({ ...TURN, memo: OF_ANOTHER_LAYOUT });

    expect(records).toEqual([]);
  });
});
