import { describe, expect, it } from "vitest";
import { summarizeTests } from "../../scripts/testSummary.js";

const GREEN = { success: true, numPassedTests: 3, numFailedTests: 0, testResults: [] };

describe("summarizeTests", () => {
  it.each([
    ["a green run", GREEN, { passed: 3, failed: 0 }],
    ["a failed test", { ...GREEN, success: false, numFailedTests: 2 }, { passed: 3, failed: 2 }],
    [
      "a test file that could not be loaded",
      { ...GREEN, success: false, testResults: [{ status: "failed", assertionResults: [] }] },
      { passed: 3, failed: 1 },
    ],
    ["a failure outside every test", { ...GREEN, success: false }, { passed: 3, failed: 1 }],
    ["a run without a test", { ...GREEN, numPassedTests: 0 }, { passed: 0, failed: 1 }],
  ])("counts %s", (_, report, summary) => {
    expect(summarizeTests(JSON.stringify(report))).toEqual(summary);
  });

  it("counts a report that was never written as one failure", () => {
    expect(summarizeTests(undefined)).toEqual({ passed: 0, failed: 1 });
  });
});
