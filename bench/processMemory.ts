import { readdir, readFile } from "node:fs/promises";

/** What the kernel says of a process's memory, in megabytes. */
export interface ProcessMemory {
  /** In memory now. */
  readonly residentMb: number;
  /** The most that ever was. */
  readonly peakMb: number;
  /** In memory now, with what it shares with other processes counted in parts. */
  readonly proportionalMb: number;
}

/** Looks at one process. @throws Error when it is gone. */
export async function memoryOf(pid: number): Promise<ProcessMemory> {
  const [status, maps] = await Promise.all([
    readFile(`/proc/${pid}/status`, "utf8"),
    readFile(`/proc/${pid}/smaps_rollup`, "utf8"),
  ]);
  return {
    residentMb: megabytes(status, "VmRSS"),
    peakMb: megabytes(status, "VmHWM"),
    proportionalMb: megabytes(maps, "Pss"),
  };
}

/** How long all threads of a process have had a processor so far, in milliseconds. */
export async function processorMs(pid: number): Promise<number> {
  const threads = await readdir(`/proc/${pid}/task`);
  const stats = await Promise.all(threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/schedstat`, "utf8")));
  return stats.reduce((total, stat) => total + Number(stat.split(" ", 1)[0]) / 1e6, 0);
}

function megabytes(text: string, name: string): number {
  const kilobytes = new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(text)?.[1];
  if (kilobytes === undefined) throw new Error(`the kernel does not say ${name}`);
  return Number(kilobytes) / 1024;
}
