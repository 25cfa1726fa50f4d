import { describe, expect, it } from "vitest";
import type { Candidate } from "../../src/core/refusal.js";
import { createDeviceQuestion } from "../../src/server/deviceTarget.js";
import { toRefusalResult } from "../../src/server/refusalWire.js";
import { ambiguousDeviceTarget } from "../../src/targeting/targetRefusals.js";
import { cites } from "../requirements.js";
import { SAMPLE_REFUSALS } from "./sampleRefusals.js";

const CALL = { name: "tapOn", arguments: {} };
const ANDROID: Candidate = { deviceId: "A", platform: "android", name: "Galaxy S23", kind: "hardware" };
const IOS: Candidate = { deviceId: "B", platform: "ios", name: "iPhone 16", kind: "simulator" };

const question = createDeviceQuestion({
  resolve: async () => [
    { deviceId: "A", identity: "serial of A", candidate: ANDROID },
    { deviceId: "B", identity: undefined, candidate: IOS },
  ],
  refuseAmbiguous: (tool, candidates) => ambiguousDeviceTarget(tool, candidates).detail,
});

describe("the question about devices", () => {
  it.each<readonly [Partial<Candidate>, string]>([
    [{}, "Galaxy S23, Android, hardware"],
    [{ model: "SM-S911B", osVersion: "14" }, "Galaxy S23, SM-S911B, Android 14, hardware"],
    [{ model: "Galaxy S23" }, "Galaxy S23, Android, hardware"],
    [{ kind: "unknown" }, "Galaxy S23, Android"],
    [{ kind: "emulator" }, "Galaxy S23, Android, emulator"],
    [{ platform: "ios", osVersion: "18.2", kind: "simulator" }, "Galaxy S23, iOS 18.2, simulator"],
  ])(cites("C2")`tells a candidate with %o by what it says of itself: %s`, (changes, detail) => {
    const refusal = ambiguousDeviceTarget("tapOn", [{ ...ANDROID, ...changes }, IOS]).detail;

    const [first, second] = question.readRefusal(toRefusalResult(refusal)) ?? [];

    expect(first?.detail).toBe(detail);
    expect(second).toEqual({ id: "B", title: "B (ios)", detail: "iPhone 16, iOS, simulator" });
  });

  it.each(Object.entries(SAMPLE_REFUSALS).filter(([code]) => code !== "ambiguous_device_target"))(
    cites("C7")`reads no choices in %s, also when it lists candidates`,
    (_, refusal) => {
      expect(question.readRefusal(toRefusalResult(refusal))).toBeUndefined();
    },
  );

  it(cites("C2")`says how long it stands where that is bounded`, () => {
    const choices = [{ id: "A", title: "A (android)", detail: "Galaxy S23" }];

    expect([question.message(CALL, choices, 20_000), question.message(CALL, choices, undefined)]).toEqual([
      'Which device is "tapOn" meant for? The question stands for 20 seconds; without an answer nothing runs.\n- A: Galaxy S23',
      'Which device is "tapOn" meant for?\n- A: Galaxy S23',
    ]);
  });

  it(cites("C6", "T6")`refuses what can be meant now in the words of the raise site`, async () => {
    const targets = await question.resolve(CALL, new AbortController().signal);

    expect(targets.map(({ id, identity }) => [id, identity])).toEqual([
      ["A", "serial of A"],
      ["B", undefined],
    ]);
    expect(question.refuse(CALL, targets)).toEqual(
      toRefusalResult(ambiguousDeviceTarget("tapOn", [ANDROID, IOS]).detail),
    );
  });

  it(cites("T10")`refuses an answer to no question in words that do not blame anybody`, () => {
    expect(question.refuseStaleAnswer(CALL)).toEqual(toRefusalResult(SAMPLE_REFUSALS.stale_answer));
  });
});
