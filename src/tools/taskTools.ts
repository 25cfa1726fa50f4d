/**
 * The tools that say `mayRunAsTask`, by name, so that a start knows them without loading the catalogue;
 * `test/tools/taskTools.test.ts` holds the two together.
 */
export const TASK_TOOLS: ReadonlySet<string> = new Set(["waitFor", "installApp", "startDevice", "waitForDevice"]);
