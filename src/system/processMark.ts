import { readFile } from "node:fs/promises";

/** Stands for a process that lives, on systems where a later one with the same pid cannot be told from it. */
const LIVES = "lives";

/** The field of `/proc/PID/stat` with the start in clock ticks since the boot, counted from the state, which follows the name. */
const START_TICKS_FIELD = 19;

/**
 * A text that a process keeps for life and that no other process with its pid has, where the system can tell (Linux);
 * elsewhere one text for all that live. `undefined` when there is no such process. Sends no signal.
 */
export async function processMark(pid: number): Promise<string | undefined> {
  if (!exists(pid)) return undefined;
  try {
    const [boot, status] = await Promise.all([
      readFile("/proc/sys/kernel/random/boot_id", "utf8"),
      readFile(`/proc/${pid}/stat`, "utf8"),
    ]);
    const fields = status.slice(status.lastIndexOf(")") + 2).split(" ");
    // A zombie has ended, and only waits for its parent to notice.
    if (fields[0] === "Z") return undefined;
    return `${boot.trim()} ${fields[START_TICKS_FIELD] ?? ""}`;
  } catch {
    // No such files: not Linux, or the process has ended this moment, which the next look shows.
    return LIVES;
  }
}

function exists(pid: number): boolean {
  try {
    // Signal 0 only asks whether there is such a process.
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** The pid of the process that this code runs in. */
export function ownPid(): number {
  return process.pid;
}
