import { randomUUID } from "node:crypto";
import { z } from "zod";
import { parseJson } from "../core/parseJson.js";
import type { StateFolder } from "../system/stateFolder.js";

/** The right to start a daemon, so that ten who need one do not load ten. */
export interface StartTurn {
  done(): Promise<void>;
}

/** Who takes a turn, and until when. */
export interface StartTurnOptions {
  readonly folder: Pick<StateFolder, "createOnce" | "writtenAt" | "remove" | "read">;
  /** Of the process that takes it. */
  readonly pid: number;
  /** Tells processes with the same pid apart; `undefined` where there is no such process. */
  readonly processMark: (pid: number) => Promise<string | undefined>;
  /** Milliseconds since the Unix epoch. */
  readonly now: number;
  readonly lastsMs: number;
}

const TURN_FILE = "starting";

/** `turn`: one random name per turn, by which its holder knows it again. */
const holderSchema = z.object({ pid: z.int().min(1), processMark: z.string(), turn: z.string() });

/**
 * Takes the turn, unless somebody has it. A turn that was never given back lapses with its process: clients start a server
 * only to see what it is, and kill it. It lapses after `lastsMs` in any case, also where the clock has jumped. Two may end
 * up with a turn then: that costs a process start, no more, because only one daemon gets the claim on the folder.
 */
export async function takeStartTurn(options: StartTurnOptions): Promise<StartTurn | undefined> {
  const { folder, pid, processMark } = options;
  if (await hasLapsed(options)) await folder.remove(TURN_FILE);
  const mine = JSON.stringify({ pid, processMark: (await processMark(pid)) ?? "", turn: randomUUID() });
  if (!(await folder.createOnce(TURN_FILE, mine))) return undefined;
  return {
    async done() {
      if ((await folder.read(TURN_FILE)) === mine) await folder.remove(TURN_FILE);
    },
  };
}

async function hasLapsed({ folder, processMark, now, lastsMs }: StartTurnOptions): Promise<boolean> {
  const text = await folder.read(TURN_FILE);
  const writtenAt = await folder.writtenAt(TURN_FILE);
  if (text === undefined) return false;
  if (writtenAt !== undefined && Math.abs(now - writtenAt) > lastsMs) return true;
  const holder = holderSchema.safeParse(parseJson(text));
  return holder.success && (await processMark(holder.data.pid)) !== holder.data.processMark;
}
