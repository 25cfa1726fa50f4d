import type { Comparison } from "./comparison.js";
import type { Spread } from "./statistics.js";

/** The comparisons as one Markdown table: ratio, aim, and both medians with their quartiles in milliseconds. */
export function renderTable(comparisons: readonly Comparison[]): string {
  const rows = comparisons.map(({ name, baseline, ratio, aim, measured, reference }) =>
    [
      name,
      baseline,
      `${ratio.toFixed(2)} ×`,
      `≤ ${aim} ×`,
      renderSpread(measured),
      renderSpread(reference),
      `${measured.runs}`,
    ].join(" | "),
  );
  return ["| what | beside | ratio | aim | ms | baseline ms | runs |", "| --- | --- | --- | --- | --- | --- | --- |"]
    .concat(rows.map((row) => `| ${row} |`))
    .join("\n");
}

function renderSpread({ median, lowerQuartile, upperQuartile }: Spread): string {
  return `${median.toFixed(1)} (${lowerQuartile.toFixed(1)}–${upperQuartile.toFixed(1)})`;
}
