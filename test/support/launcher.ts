import { fileURLToPath } from "node:url";

/** The environment variable that names the launcher of the run's own copy of the build. */
export const LAUNCHER_VARIABLE = "AUTOMOBILE_TEST_LAUNCHER";

/** The built command that tests start: the run's own copy, else that of the project. */
export const LAUNCHER =
  process.env[LAUNCHER_VARIABLE] ?? fileURLToPath(new URL("../../bin/automobile.js", import.meta.url));
