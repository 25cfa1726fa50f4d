import type { SimctlLine } from "./toolLine.js";

/**
 * Ids of the processes that run in the simulator, apps and home screen among them. They are processes of this machine, so
 * that no two simulators share one.
 */
export async function readSimulatorProcessIds(
  simulator: SimctlLine,
  signal: AbortSignal,
): Promise<ReadonlySet<number>> {
  const what = "list its processes";
  const rest = ["launchctl", "list"];
  return parseProcessIds(await simulator.run({ verb: "spawn", rest, what, intent: "reads" }, signal));
}

/** `launchctl list`: process id, last exit status and label between tabs; a dash for what does not run. */
function parseProcessIds(printed: string): ReadonlySet<number> {
  return new Set([...printed.matchAll(/^\s*(\d+)\s/gm)].map((match) => Number(match[1])));
}
