import stringWidth from "fast-string-width";
import type { Paint } from "../output.js";
import { padTo } from "../table.js";
import { toTerminalLine } from "../terminalText.js";
import type { Finding } from "./finding.js";

const SIGNS = { ok: "✓", warn: "!", fail: "✗" } as const;

/** One line per check, and the fix below it. */
export function renderFindings(findings: readonly Finding[], paint: Paint): readonly string[] {
  const colours = { ok: paint.good, warn: paint.doubt, fail: paint.bad } as const;
  const names = findings.map(({ check }) => toTerminalLine(check));
  const width = Math.max(...names.map((name) => stringWidth(name)));
  const count = (outcome: Finding["outcome"]): number =>
    findings.filter((finding) => finding.outcome === outcome).length;
  return [
    ...findings.flatMap(({ outcome, says, fix }, index) => [
      `${colours[outcome](SIGNS[outcome])} ${paint.bold(padTo(names[index] ?? "", width))}  ${toTerminalLine(says)}`,
      ...(fix === undefined ? [] : [`  ${paint.dim("→")} ${toTerminalLine(fix)}`]),
    ]),
    "",
    `${count("ok")} fine, ${count("warn")} to look at, ${count("fail")} to mend`,
  ];
}
