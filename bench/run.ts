// `npm run bench [-- PART…]`: every comparison in one run, as ratios, or those of the parts that are named. `--smoke`: little
// of everything, and a failure where a ratio is three times its aim away, so that a cliff is noticed on a noisy machine.
import { isMet, renderAim } from "./aim.js";
import { measureColdStarts } from "./coldStart.js";
import type { Comparison } from "./comparison.js";
import { measureDaemonLoad } from "./daemonLoad.js";
import { measureDaemonMemory } from "./daemonMemory.js";
import { measureDeviceCalls } from "./deviceCalls.js";
import { measureDeviceGrowth } from "./deviceGrowth.js";
import { type Effort, FULL_EFFORT, SMOKE_EFFORT } from "./effort.js";
import { measureIdleProxies } from "./idleProxies.js";
import { measureLongHour } from "./longHour.js";
import { describeMachine } from "./machine.js";
import { measureParallelCalls } from "./parallelCalls.js";
import { measureProxyCalls } from "./proxyCalls.js";
import { measureRivalCalls } from "./rivalCalls.js";
import { measureServeMemory } from "./serveMemory.js";
import { renderTable } from "./table.js";

const SMOKE_ALLOWANCE = 3;

const PARTS: Readonly<Record<string, (effort: Effort) => Promise<readonly Comparison[]>>> = {
  start: measureColdStarts,
  calls: measureDeviceCalls,
  rival: measureRivalCalls,
  growth: measureDeviceGrowth,
  parallel: measureParallelCalls,
  hour: measureLongHour,
  proxy: measureProxyCalls,
  load: measureDaemonLoad,
  daemonMemory: measureDaemonMemory,
  idle: measureIdleProxies,
  serveMemory: measureServeMemory,
};

const isSmoke = process.argv.includes("--smoke");
const named = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
const machine = describeMachine();
const comparisons: Comparison[] = [];
for (const [part, measure] of Object.entries(PARTS)) {
  if (named.length > 0 && !named.includes(part)) continue;
  console.error(`measuring: ${part}`);
  comparisons.push(...(await measure(isSmoke ? SMOKE_EFFORT : FULL_EFFORT)));
}
console.log(`${renderTable(comparisons)}\n\n${machine}`);

const cliffs = comparisons.filter(({ aim, ratio }) => isSmoke && !isMet(aim, ratio.median, SMOKE_ALLOWANCE));
for (const { name, ratio, aim } of cliffs)
  console.error(`${name}: ${ratio.median.toFixed(2)} × is ${SMOKE_ALLOWANCE} times away from ${renderAim(aim)}`);
process.exitCode = cliffs.length === 0 ? 0 : 1;
