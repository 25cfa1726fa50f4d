// `npm run bench [-- PART…]`: every comparison in one run, as ratios, or those of the parts that are named. `--write` puts the
// table into docs/performance.md. `--smoke`: little of everything, and a failure where a ratio is three times its aim away,
// so that a cliff is noticed on a noisy machine.
import { isMet, renderAim } from "./aim.js";
import type { Comparison } from "./comparison.js";
import { FULL_EFFORT, SMOKE_EFFORT } from "./effort.js";
import { describeMachine } from "./machine.js";
import { type Part, PARTS } from "./parts.js";
import { writePerformancePage } from "./performancePage.js";
import { renderTable } from "./table.js";

const SMOKE_ALLOWANCE = 3;

const options = new Set(process.argv.slice(2).filter((argument) => argument.startsWith("--")));
const named = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
const isSmoke = options.has("--smoke");
const unknown = named.filter((name) => !PARTS.some((part) => part.name === name));
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(", ")}; there are ${PARTS.map(({ name }) => name).join(", ")}.`);
  process.exit(2);
}
if (options.has("--write") && (isSmoke || named.length > 0)) {
  console.error("--write is for a whole run: the page shows one table of one run.");
  process.exit(2);
}

const machine = describeMachine();
const comparisons: Comparison[] = [];
let failures = 0;
for (const part of PARTS.filter(isWanted)) {
  console.error(`measuring: ${part.name}`);
  try {
    comparisons.push(...(await part.measure(isSmoke ? SMOKE_EFFORT : FULL_EFFORT)));
  } catch (error) {
    // The rest of a run of minutes is worth having.
    failures += 1;
    console.error(`${part.name} could not be measured:`, error);
  }
}
const table = renderTable(comparisons);
console.log(`${table}\n\n${machine}`);
if (options.has("--write") && failures === 0) await writePerformancePage({ table, machine });

const cliffs = comparisons.filter(({ aim, ratio }) => isSmoke && !isMet(aim, ratio.median, SMOKE_ALLOWANCE));
for (const { name, ratio, aim } of cliffs)
  console.error(
    `${name}: ${ratio.median.toFixed(2)} × is more than ${SMOKE_ALLOWANCE} times away from ${renderAim(aim)}`,
  );
process.exit(failures + cliffs.length === 0 ? 0 : 1);

function isWanted({ name, needs }: Part): boolean {
  if ((needs === "linux" || needs === "redis") && process.platform !== "linux") return false;
  return named.length === 0 ? !isSmoke || (needs !== "registry" && needs !== "redis") : named.includes(name);
}
