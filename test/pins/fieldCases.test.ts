import { describe, expect, it } from "vitest";
import { FIELD_CASES } from "../fieldCases.js";
import { projectText } from "../support/projectFiles.js";

/** Numbers that were never given out, or that became part of another case. */
const UNUSED = new Set([
  ...[3, 8, 17, 21, 33, 34, 42, 49, 54, 56, 62, 65, 67, 71, 72, 75, 76, 81, 84, 86, 90, 93, 95, 108, 113, 115],
  ...[117, 125, 130, 132],
]);
const LAST_CASE = 136;

const tested = FIELD_CASES.flatMap((row) => ("test" in row ? [row] : []));
const limited = FIELD_CASES.flatMap((row) => ("limit" in row ? [row] : []));

/** What a test says of the cases that it holds: `case 3`, `cases 3, 4`, `case 3, case 4`. */
function saysCase(text: string, number: number): boolean {
  return new RegExp(String.raw`cases? (?:\d+(?:, case |, | and ))*${number}\b`).test(text);
}

describe("the cases from the field", () => {
  it("are all in the table, in order, once", () => {
    const given = Array.from({ length: LAST_CASE }, (_, index) => index + 1);
    expect(FIELD_CASES.map((row) => row.case)).toEqual(given.filter((number) => !UNUSED.has(number)));
  });

  it.each(tested)("have a test that says so: case $case", async ({ case: number, test, title }) => {
    const text = await projectText(`test/${test}`);
    expect(text).toContain(title);
    expect(saysCase(text, number)).toBe(true);
  });

  it.each(limited)("are explained where they do not apply: case $case", async ({ limit }) => {
    expect(await projectText("docs/limits.md")).toContain(limit);
  });

  it.each([
    ["case 3", 3, true],
    ["cases 2, 3 and 4", 4, true],
    ["case 2, case 3", 3, true],
    ["case 33", 3, false],
    ["case 2", 3, false],
  ])("are read from %j", (text, number, expected) => {
    expect(saysCase(text, number)).toBe(expected);
  });
});
