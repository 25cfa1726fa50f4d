import { FASTER_THAN_A_PERSON_MS, type Group, QUESTION_ENDS, sum, ANSWERS } from "./figures.js";
import { escapeMarkup } from "./markup.js";
import { endWord, milliseconds } from "./words.js";

const WIDTH = 860;
const LABEL_WIDTH = 290;
const COUNT_WIDTH = 60;
const BAR_WIDTH = WIDTH - LABEL_WIDTH - COUNT_WIDTH;
const ROW = 34;
const BAR = 18;

/** Upper bounds of the columns, in milliseconds; the first is what no person can do. */
const BOUNDS_MS = [FASTER_THAN_A_PERSON_MS, 1000, 2000, 4000, 8000, 16_000, 60_000, 600_000] as const;
const COLUMN_HEIGHT = 150;
const SHORTEST_COLUMN = 2;

/** One bar per kind of client: how its questions ended, as shares of what it was asked. */
export function endsChart(groups: readonly (Group & { readonly label: string })[]): string {
  const asked = groups.filter(({ figures }) => figures.asked > 0);
  const rows = asked.map(({ label, figures }, row) => {
    const y = row * ROW;
    let x = LABEL_WIDTH;
    const pieces = QUESTION_ENDS.map((end) => {
      const width = (figures.ends[end] / figures.asked) * BAR_WIDTH;
      const piece = `<rect class="${end}" x="${round(x)}" y="${y + 4}" width="${round(width)}" height="${BAR}"><title>${figures.ends[end]} ${endWord(end)}</title></rect>`;
      x += width;
      return figures.ends[end] === 0 ? "" : piece;
    });
    return [
      `<text class="label" x="${LABEL_WIDTH - 10}" y="${y + 18}" text-anchor="end">${escapeMarkup(label)}</text>`,
      ...pieces,
      `<text class="count" x="${WIDTH - COUNT_WIDTH + 10}" y="${y + 18}">${figures.asked}</text>`,
    ].join("");
  });
  const height = Math.max(1, asked.length) * ROW;
  return svg(height, "How questions ended, per client", rows.join(""));
}

/** Columns: how many answers took how long, those of machines apart. */
export function latencyChart({ latenciesMs, fast }: Pick<Group["figures"], "latenciesMs" | "fast">): string {
  const slow = BOUNDS_MS.slice(1).map((bound, index) => {
    const from = BOUNDS_MS[index] ?? 0;
    return latenciesMs.filter((latencyMs) => latencyMs >= from && latencyMs < bound).length;
  });
  const counts = [sum(ANSWERS.map((answer) => fast[answer])), ...slow];
  const highest = Math.max(1, ...counts);
  const step = WIDTH / counts.length;
  const columns = counts.map((count, index) => {
    const height = count === 0 ? 0 : Math.max(SHORTEST_COLUMN, (count / highest) * COLUMN_HEIGHT);
    const x = index * step + step * 0.15;
    const middle = round(index * step + step / 2);
    const top = COLUMN_HEIGHT + 24 - height;
    return [
      `<rect class="${index === 0 ? "machine" : "person"}" x="${round(x)}" y="${round(top)}" width="${round(step * 0.7)}" height="${round(height)}"/>`,
      `<text class="count" x="${middle}" y="${round(top - 6)}" text-anchor="middle">${count}</text>`,
      `<text class="label" x="${middle}" y="${COLUMN_HEIGHT + 44}" text-anchor="middle">${columnLabel(index)}</text>`,
    ].join("");
  });
  return svg(COLUMN_HEIGHT + 56, "How long answers took", columns.join(""));
}

function columnLabel(index: number): string {
  const bound = BOUNDS_MS[index];
  const from = BOUNDS_MS[index - 1];
  return from === undefined ? `under ${milliseconds(bound)}` : `to ${milliseconds(bound)}`;
}

function svg(height: number, title: string, content: string): string {
  return `<svg viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${escapeMarkup(title)}">${content}</svg>`;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
