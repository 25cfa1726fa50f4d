import type { Paint } from "../output.js";
import { renderTable } from "../table.js";
import { toTerminalLine } from "../terminalText.js";
import { ANSWERS, type Asked, type Figures, QUESTION_ENDS, sum, UNASKED } from "./figures.js";
import type { Report } from "./report.js";
import { endWord, milliseconds, unaskedWord } from "./words.js";

const SHOWN_NAME = 40;
const NO_LOGS = [
  "There are no logs yet: the daemon and the proxy keep them in the state folder.",
  "Use AutoMobile from a client for a while, then look again.",
];

/** The report for a terminal: one line per kind of client, and the sentence at the end. */
export function renderReport(report: Report, paint: Paint): readonly string[] {
  const remarks = renderRemarks(report, paint);
  if (report.groups.length === 0) {
    return [...(report.files === 0 ? NO_LOGS : ["No call was ambiguous in these logs."]), ...remarks];
  }
  const head = ["CLIENT", "ERA", "DECLARED", "CALLS", "ASKED", "ANSWERED", "NOT ASKED", "MEDIAN", "P95", "< 300 MS"];
  const rows = report.groups.map(({ asked, figures }) => toRow(asked, figures));
  return [
    ...renderTable([head.map((text) => ({ text, paint: paint.dim })), ...rows.map((row) => row.map(toCell))]),
    "",
    paint.bold(report.verdict.sentence),
    ...remarks,
  ];
}

/** What a client calls itself, for a terminal. */
export function clientText({ clientName, clientVersion }: Asked): string {
  if (clientName === undefined) return "(no name)";
  return toTerminalLine(`${clientName} ${clientVersion ?? ""}`, SHOWN_NAME);
}

function toRow(asked: Asked, figures: Figures): readonly string[] {
  return [
    clientText(asked),
    asked.era,
    asked.declared,
    String(figures.calls),
    String(figures.asked),
    counts(QUESTION_ENDS.map((end) => [endWord(end), figures.ends[end]])),
    counts(UNASKED.map((reason) => [unaskedWord(reason), figures.unasked[reason]])),
    milliseconds(figures.medianMs),
    milliseconds(figures.p95Ms),
    sum(Object.values(figures.fast)) === 0
      ? "-"
      : counts(ANSWERS.map((answer) => [endWord(answer), figures.fast[answer]])),
  ];
}

function counts(entries: readonly (readonly [word: string, count: number])[]): string {
  const present = entries.filter(([, count]) => count > 0).map(([word, count]) => `${count} ${word}`);
  return present.length === 0 ? "-" : present.join(", ");
}

function toCell(text: string): { readonly text: string } {
  return { text };
}

function renderRemarks({ damagedLines, unread }: Report, paint: Paint): readonly string[] {
  return [
    ...(damagedLines === 0 ? [] : [paint.doubt(`${damagedLines} lines were left out: they are no whole log lines.`)]),
    ...unread.map(({ name, reason }) => paint.doubt(`${toTerminalLine(name)} was not read: ${toTerminalLine(reason)}`)),
  ];
}
