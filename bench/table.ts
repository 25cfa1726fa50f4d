import { isMet, renderAim } from "./aim.js";
import type { Comparison } from "./comparison.js";
import type { Spread } from "./statistics.js";

const HEAD = ["what", "beside", "ratio", "aim", "", "measured", "baseline", "unit", "runs"];

/** The comparisons as one Markdown table: each median with its quartiles. */
export function renderTable(comparisons: readonly Comparison[]): string {
  const rows = comparisons.map(({ name, baseline, ratio, aim, measured, reference, unit }) => [
    name,
    baseline,
    `${ratio.median.toFixed(2)} × (${ratio.lowerQuartile.toFixed(2)}–${ratio.upperQuartile.toFixed(2)})`,
    renderAim(aim),
    isMet(aim, ratio.median, 1) ? "✓" : "✗",
    renderSpread(measured),
    renderSpread(reference),
    unit,
    `${ratio.runs}`,
  ]);
  return [HEAD, HEAD.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

function renderSpread({ median, lowerQuartile, upperQuartile }: Spread): string {
  return `${rounded(median)} (${rounded(lowerQuartile)}–${rounded(upperQuartile)})`;
}

/** Three digits are more than any machine repeats. */
function rounded(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}
