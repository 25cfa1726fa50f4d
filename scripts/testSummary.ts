import { z } from "zod";

/** How many tests a run passed and failed. */
export interface TestSummary {
  readonly passed: number;
  readonly failed: number;
}

const REPORT = z.object({
  success: z.boolean(),
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.unknown()) })),
});

/**
 * Counts a vitest JSON report. A test file that could not be loaded is one failure, and so is a run that passed nothing, a
 * run that failed for a reason that is in no test, and a report that was never written (`undefined`).
 *
 * @throws Error when the text is not such a report.
 */
export function summarizeTests(reportText: string | undefined): TestSummary {
  if (reportText === undefined) return { passed: 0, failed: 1 };
  const report = REPORT.parse(JSON.parse(reportText));
  const unloaded = report.testResults.filter((file) => file.status === "failed" && file.assertionResults.length === 0);
  const failed = report.numFailedTests + unloaded.length;
  const isFailureElsewhere = failed === 0 && (!report.success || report.numPassedTests === 0);
  return { passed: report.numPassedTests, failed: isFailureElsewhere ? 1 : failed };
}
