import { defineConfig } from "vitest/config";

const UNIT_TIMEOUT_MS = 15_000;
const E2E_TIMEOUT_MS = 60_000;
/** What real processes come to takes as long as the machine is busy. */
const E2E_POLL_TIMEOUT_MS = 20_000;

// Threads start faster than processes; nothing under test keeps state in a module, so the isolation is enough.
export default defineConfig({
  test: {
    pool: "threads",
    globalSetup: ["test/support/ownStateFolder.ts", "test/support/ownBuild.ts"],
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["test/**/*.test.ts"],
          exclude: ["test/e2e/**"],
          testTimeout: UNIT_TIMEOUT_MS,
          hookTimeout: UNIT_TIMEOUT_MS,
        },
      },
      {
        extends: true,
        test: {
          name: "e2e",
          include: ["test/e2e/**/*.test.ts"],
          testTimeout: E2E_TIMEOUT_MS,
          hookTimeout: E2E_TIMEOUT_MS,
          expect: { poll: { timeout: E2E_POLL_TIMEOUT_MS } },
        },
      },
    ],
  },
});
