import { endsChart, latencyChart } from "./charts.js";
import { ANSWERS, type Asked, type Figures, QUESTION_ENDS, sum, UNASKED } from "./figures.js";
import { escapeMarkup } from "./markup.js";
import { PAGE_STYLE } from "./pageStyle.js";
import type { Report } from "./report.js";
import { endWord, milliseconds, unaskedWord } from "./words.js";

/** When the page was made, and by which version. */
export interface PageOrigin {
  /** Milliseconds since the Unix epoch. */
  readonly now: number;
  readonly version: string;
}

const SHOWN_LABEL = 40;

/** The report as one page: no script, nothing that is loaded, and nothing that could load something. */
export function renderReportPage(report: Report, { now, version }: PageOrigin): string {
  const { groups, total, verdict } = report;
  const labelled = groups.map((group) => ({ ...group, label: toLabel(group.asked) }));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>AutoMobile: how questions ended</title>
<style>${PAGE_STYLE}</style>
</head>
<body>
<main>
<h1>How questions ended</h1>
<p class="verdict ${verdict.is}">${escapeMarkup(verdict.sentence)}</p>
<ul class="totals">${totals(total)}</ul>
${groups.length === 0 ? "<p>No call was ambiguous in these logs.</p>" : sections(report, labelled)}
<footer>${footer(report)} Made ${new Date(now).toISOString()} by automobile ${escapeMarkup(version)}.</footer>
</main>
</body>
</html>
`;
}

type Labelled = Report["groups"][number] & { readonly label: string };

function totals(total: Figures): string {
  const answers = sum(ANSWERS.map((answer) => total.ends[answer]));
  const figures = [
    [total.calls, "ambiguous calls"],
    [total.asked, "asked"],
    [answers, "answered"],
    [sum(Object.values(total.fast)), "answered by machines"],
  ] as const;
  return figures.map(([count, words]) => `<li><strong>${count}</strong> ${words}</li>`).join("");
}

function sections({ total }: Report, groups: readonly Labelled[]): string {
  const legend = QUESTION_ENDS.map((end) => `<li><span class="key ${end}"></span>${endWord(end)}</li>`).join("");
  return `<section>
<h2>Per client, in shares of what it was asked</h2>
<ul class="legend">${legend}</ul>
${endsChart(groups)}
</section>
<section>
<h2>How long answers took</h2>
<p>An answer within 300 ms was given by a machine: nobody reads a question in that time.</p>
${latencyChart(total)}
</section>
<section>
<h2>All figures</h2>
<div class="wide"><table>
<thead><tr>${HEAD.map((word) => `<th scope="col">${escapeMarkup(word)}</th>`).join("")}</tr></thead>
<tbody>${groups.map(row).join("")}</tbody>
</table></div>
</section>`;
}

const HEAD = [
  "client",
  "calls",
  "asked",
  ...QUESTION_ENDS.map((end) => endWord(end)),
  ...UNASKED.map((reason) => unaskedWord(reason)),
  "median",
  "95 % within",
  "under 300 ms",
];

function row({ label, figures }: Labelled): string {
  const { calls, asked, ends, unasked, medianMs, p95Ms, fast } = figures;
  const cells = [
    String(calls),
    String(asked),
    ...QUESTION_ENDS.map((end) => String(ends[end])),
    ...UNASKED.map((reason) => String(unasked[reason])),
    milliseconds(medianMs),
    milliseconds(p95Ms),
    String(sum(Object.values(fast))),
  ];
  const tds = cells.map((text) => `<td${text === "0" || text === "-" ? ' class="none"' : ""}>${text}</td>`);
  return `<tr><th scope="row">${escapeMarkup(label)}</th>${tds.join("")}</tr>`;
}

function toLabel({ clientName, clientVersion, era, declared }: Asked): string {
  const client = clientName === undefined ? "(no name)" : `${clientName} ${clientVersion ?? ""}`.trim();
  const shown = client.length > SHOWN_LABEL ? `${client.slice(0, SHOWN_LABEL - 1)}…` : client;
  return `${shown} · ${era} · ${declared}`;
}

function footer({ files, damagedLines, unread }: Report): string {
  const read = `Read from ${files} ${files === 1 ? "log" : "logs"}.`;
  const left = damagedLines === 0 ? "" : ` ${damagedLines} lines were left out: they are no whole log lines.`;
  const missed = unread.map(({ name, reason }) => ` ${name} was not read: ${reason}.`).join("");
  return escapeMarkup(read + left + missed);
}
