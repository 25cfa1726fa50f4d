// Usage: printTestSummary REPORT OTHER_FAILURES. Prints `N passed, N failed`; exit code 1 if anything failed.
import { existsSync, readFileSync } from "node:fs";
import { summarizeTests } from "./testSummary.js";

const [reportFile = "", otherFailures = "0"] = process.argv.slice(2);
const tests = summarizeTests(existsSync(reportFile) ? readFileSync(reportFile, "utf8") : undefined);
const failed = tests.failed + Number(otherFailures);

console.log(`${tests.passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
