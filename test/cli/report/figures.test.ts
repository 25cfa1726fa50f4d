import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { groupFigures, percentile, sum, toFigures } from "../../../src/cli/report/figures.js";
import { toVerdict } from "../../../src/cli/report/verdict.js";
import { cites } from "../../requirements.js";
import { accepts, record } from "./records.js";

const latencies = fc.option(fc.nat(60_000), { nil: undefined });
const outcomes = fc.constantFrom("accept" as const, "decline" as const, "cancel" as const, "timeout" as const);

describe("the figures", () => {
  it(cites("M5")`count legacy calls, how their questions ended, and why others were not asked`, () => {
    const figures = toFigures([
      record({ latencyMs: 2000 }),
      record({ outcome: "decline", latencyMs: 4 }),
      record({ outcome: "timeout", latencyMs: 20_000 }),
      record({ outcome: "not_offered", declared: "none" }),
      record({ outcome: "disabled" }),
      record({ outcome: "remembered" }),
      record({ outcome: "error" }),
    ]);

    expect(figures.calls).toBe(7);
    expect(figures.asked).toBe(3);
    expect(figures.ends).toEqual({ accept: 1, decline: 1, cancel: 0, invalid: 0, timeout: 1, error: 0, unanswered: 0 });
    expect(figures.unasked).toEqual({ not_offered: 1, disabled: 1, remembered: 1, failed: 1 });
  });

  it("take a modern question and its answer for one call, and one without an answer for unanswered", () => {
    const modern = { era: "modern" } as const;
    const figures = toFigures([
      record({ ...modern, outcome: "asked" }),
      record({ ...modern, outcome: "asked" }),
      record({ ...modern, outcome: "accept", latencyMs: 5000 }),
    ]);

    expect(figures.calls).toBe(2);
    expect(figures.asked).toBe(2);
    expect(figures.ends).toMatchObject({ accept: 1, unanswered: 1 });
  });

  it("keep answers of machines out of the latencies, and show them apart", () => {
    const { medianMs, p95Ms, fast } = toFigures([...accepts(3, 299), ...accepts(1, 300), ...accepts(1, 900)]);

    expect(medianMs).toBe(300);
    expect(p95Ms).toBe(900);
    expect(fast).toEqual({ accept: 3, decline: 0, cancel: 0, invalid: 0 });
  });

  it("stand apart per client, version, era and declared capability, the most calls first", () => {
    const groups = groupFigures([
      record({ clientVersion: "2.0", latencyMs: 1 }),
      ...accepts(2, 1),
      record({ declared: "bare", latencyMs: 1 }),
    ]);

    expect(groups.map(({ asked, figures }) => [asked.clientVersion, asked.declared, figures.calls])).toEqual([
      ["1.0", "form", 2],
      ["1.0", "bare", 1],
      ["2.0", "form", 1],
    ]);
  });

  it("of the groups add up to the total", () => {
    const records = fc.array(
      fc.record({ outcome: outcomes, latencyMs: latencies, client: fc.constantFrom("a", "b", "c") }),
    );
    fc.assert(
      fc.property(records, (given) => {
        const all = given.map(({ outcome, latencyMs, client }) =>
          record({ outcome, clientName: client, ...(latencyMs === undefined ? {} : { latencyMs }) }),
        );
        expect(sum(groupFigures(all).map(({ figures }) => figures.calls))).toBe(toFigures(all).calls);
      }),
    );
  });
});

it.each([
  [[], 50, undefined],
  [[7], 95, 7],
  [[1, 2, 3, 4], 50, 2],
  [[1, 2, 3, 4], 95, 4],
])("the percentile of %j at %i is %j", (values, percent, expected) => {
  expect(percentile(values, percent)).toBe(expected);
});

describe("the verdict on confirmations", () => {
  it.each([
    ["nothing was asked", [], "nothing_asked"],
    ["29 people answered", accepts(29, 2000), "too_few"],
    ["30 people answered", accepts(30, 2000), "speaks_for"],
    ["a machine accepts now and then", [...accepts(29, 2000), ...accepts(1, 3)], "speaks_against"],
    [
      "most never answer",
      [...accepts(10, 2000), ...Array.from({ length: 30 }, () => record({ outcome: "timeout", latencyMs: 20_000 }))],
      "speaks_against",
    ],
  ])("when %s", (_, records, is) => {
    expect(toVerdict(toFigures(records)).is).toBe(is);
  });
});
