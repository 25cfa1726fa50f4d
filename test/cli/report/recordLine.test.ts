import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readRecordLine } from "../../../src/cli/report/recordLine.js";
import { record } from "./records.js";

const RECORD = record({ latencyMs: 12 });

describe("a line of a log", () => {
  it("is a record when it holds one", () => {
    const line = JSON.stringify({ level: 30, time: 1, elicitation: RECORD, msg: "[elicitation] …" });
    expect(readRecordLine(line)).toEqual({ is: "record", record: RECORD });
  });

  it.each([
    ["nothing", "", "other"],
    ["another message", '{"level":30,"msg":"the daemon listens"}', "other"],
    ["half a line after a crash", '{"level":30,"elicit', "damaged"],
    ["no object", "[1,2]", "other"],
    ["a word of no outcome", JSON.stringify({ elicitation: { ...RECORD, outcome: "won" } }), "damaged"],
    ["a latency from nowhere", JSON.stringify({ elicitation: { ...RECORD, latencyMs: -1 } }), "damaged"],
    ["a name without end", JSON.stringify({ elicitation: { ...RECORD, clientName: "x".repeat(1001) } }), "damaged"],
    ["a line without end", `{"elicitation":"${"x".repeat(20_000)}"}`, "damaged"],
  ])("is judged: %s", (_, line, is) => {
    expect(readRecordLine(line).is).toBe(is);
  });

  it("can be anything", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: "binary" }), fc.json()), (line) => {
        expect(["record", "other", "damaged"]).toContain(readRecordLine(line).is);
      }),
    );
  });
});
