import { randomUUID } from "node:crypto";
import type { StateFolder } from "../system/stateFolder.js";

/** The right to start a daemon, so that ten who need one do not load ten. */
export interface StartTurn {
  done(): Promise<void>;
}

const TURN_FILE = "starting";

/**
 * Takes the turn, unless somebody has it. A turn that was never given back, such as by a killed process, lapses after
 * `lastsMs`, also where the clock has jumped. Two may end up with a turn then: that costs a process start, no more, because
 * only one daemon gets the claim on the folder.
 */
export async function takeStartTurn({
  folder,
  now,
  lastsMs,
}: {
  readonly folder: Pick<StateFolder, "createOnce" | "writtenAt" | "remove" | "read">;
  readonly now: number;
  readonly lastsMs: number;
}): Promise<StartTurn | undefined> {
  const writtenAt = await folder.writtenAt(TURN_FILE);
  if (writtenAt !== undefined && Math.abs(now - writtenAt) > lastsMs) await folder.remove(TURN_FILE);
  const mine = randomUUID();
  if (!(await folder.createOnce(TURN_FILE, mine))) return undefined;
  return {
    async done() {
      if ((await folder.read(TURN_FILE)) === mine) await folder.remove(TURN_FILE);
    },
  };
}
