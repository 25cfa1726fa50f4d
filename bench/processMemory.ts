import { readFile } from "node:fs/promises";

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

/** How long a process has had a processor so far, in milliseconds. */
export async function processorMs(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/schedstat`, "utf8");
  return Number(stat.split(" ", 1)[0]) / 1e6;
}

function megabytes(text: string, name: string): number {
  const kilobytes = new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(text)?.[1];
  if (kilobytes === undefined) throw new Error(`the kernel does not say ${name}`);
  return Number(kilobytes) / 1024;
}
