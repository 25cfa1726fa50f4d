import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStateFolder, type StateFolder } from "../../src/system/stateFolder.js";

/** A state folder of a test's own, and how it goes away. */
export interface TestStateFolder {
  readonly folder: StateFolder;
  remove(): Promise<void>;
}

/** Makes one among the temporary files, or in another folder. */
export async function testStateFolder(within = tmpdir()): Promise<TestStateFolder> {
  const folder = await openStateFolder(join(await mkdtemp(join(within, "automobile-state-")), "state"));
  return { folder, remove: () => rm(join(folder.path, ".."), { recursive: true, force: true }) };
}
