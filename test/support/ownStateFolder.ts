import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Before all tests: what they start keeps its logs in a folder of the run's own, never in that of the person who runs them. */
export async function setup(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "automobile-state-"));
  process.env["AUTOMOBILE_STATE_DIR"] = folder;
  return async () => {
    await rm(folder, { recursive: true, force: true });
  };
}
