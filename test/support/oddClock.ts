import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A clock of tested processes that a test moves while they run. */
export interface OddClock {
  /** What a process is started with to have this clock; those that it starts have it too. */
  readonly env: Readonly<Record<string, string>>;
  /** Sets the wall clock so many milliseconds ahead of the real one, or behind it. Waits that are running notice nothing. */
  jump(offsetMs: number): Promise<void>;
  remove(): Promise<void>;
}

/** Makes a clock that shows the real time. */
export async function oddClock(): Promise<OddClock> {
  const folder = await mkdtemp(join(tmpdir(), "automobile-clock-"));
  const file = join(folder, "offset");
  const jump = async (offsetMs: number): Promise<void> => {
    await writeFile(file, String(offsetMs));
  };
  await jump(0);
  return {
    env: { ...PRELOADED, AUTOMOBILE_TEST_CLOCK_OFFSET: file },
    jump,
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

const PRELOADED = { NODE_OPTIONS: `--import=${new URL("oddClock.mjs", import.meta.url).href}` };

/** What a process is started with whose waits of a minute and more take a sixtieth of their time. */
export const SHORT_WAITS = { ...PRELOADED, AUTOMOBILE_TEST_LONG_WAITS_DIVIDED_BY: "60" };
