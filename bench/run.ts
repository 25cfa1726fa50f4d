// `npm run bench`: every comparison in one run, as ratios. `--smoke`: fewer rounds, and a failure where a ratio is over three
// times its aim, so that a cliff is noticed on a noisy machine.
import { cpus } from "node:os";
import { measureColdStart } from "./coldStart.js";
import type { Comparison } from "./comparison.js";
import { measureDeviceCalls } from "./deviceCalls.js";
import { measureDeviceLists } from "./deviceLists.js";
import { renderTable } from "./table.js";

const SMOKE_ALLOWANCE = 3;
const ROUNDS = { full: { start: 15, calls: 60 }, smoke: { start: 4, calls: 10 } };

const isSmoke = process.argv.includes("--smoke");
const { start, calls } = isSmoke ? ROUNDS.smoke : ROUNDS.full;
const comparisons: readonly Comparison[] = [
  await measureColdStart(start),
  ...(await measureDeviceCalls(calls)),
  ...(await measureDeviceLists(calls)),
];
const [cpu] = cpus();
console.log(renderTable(comparisons));
console.log(
  `\n${cpus().length} × ${cpu?.model ?? "unknown processor"}, Node.js ${process.versions.node}, ${process.platform}`,
);

const over = comparisons.filter(({ ratio, aim }) => ratio > aim * (isSmoke ? SMOKE_ALLOWANCE : Infinity));
for (const { name, ratio, aim } of over)
  console.error(`${name}: ${ratio.toFixed(2)} × is over ${SMOKE_ALLOWANCE} × ${aim}`);
process.exitCode = over.length === 0 ? 0 : 1;
