import { cpus, loadavg, totalmem } from "node:os";

/** The machine of a run, in one line. The load is what else it had to do when the run began. */
export function describeMachine(): string {
  const [cpu] = cpus();
  const [load = 0] = loadavg();
  const gigabytes = Math.round(totalmem() / 1024 ** 3);
  return [
    `${cpus().length} × ${cpu?.model ?? "unknown processor"}`,
    `${gigabytes} GB`,
    `${process.platform} ${process.arch}`,
    `Node.js ${process.versions.node}`,
    `load ${load.toFixed(1)} before`,
  ].join(", ");
}
