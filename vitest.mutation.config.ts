import { defineConfig } from "vitest/config";

/** The tests that mutation testing runs: those that hold `src/elicitation` and `src/targeting`, in this process, quickly. */
export default defineConfig({
  test: {
    pool: "threads",
    // A mutant is switched on in the running module, so the modules can be shared between files: most of a run is loading.
    isolate: false,
    // A mutant that never answers is found out by this; no test of these waits for real time.
    testTimeout: 3_000,
    include: [
      "test/elicitation/**/*.test.ts",
      "test/targeting/**/*.test.ts",
      "test/server/dispatcher*.test.ts",
      "test/server/tasks/taskQuestion.test.ts",
      "test/tools/expectedIdentity.test.ts",
    ],
  },
});
