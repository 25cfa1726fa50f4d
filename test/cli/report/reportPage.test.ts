import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { escapeMarkup } from "../../../src/cli/report/markup.js";
import { readReport, type Report } from "../../../src/cli/report/report.js";
import { renderReportPage } from "../../../src/cli/report/reportPage.js";
import { renderReport } from "../../../src/cli/report/reportText.js";
import { PLAIN } from "../../../src/cli/output.js";
import type { KeptLog } from "../../../src/system/keptLogs.js";
import { accepts, record } from "./records.js";

const ORIGIN = { now: Date.UTC(2026, 0, 1), version: "1.2.3" };
const EVIL = `</title><script>alert(1)</script><img src="http://198.51.100.1/x" onerror='x'>\u001b[2J\u202e`;

async function* logs(...kept: readonly KeptLog[]): AsyncGenerator<KeptLog> {
  await Promise.resolve();
  yield* kept;
}
const report = (...records: ReturnType<typeof record>[]): Promise<Report> =>
  readReport(
    logs({ is: "read", name: "a.jsonl", lines: records.map((each) => JSON.stringify({ elicitation: each })) }),
  );

describe("the page", () => {
  it("holds no script, no address and no markup of a client's", async () => {
    const page = renderReportPage(
      await report(record({ clientName: EVIL, clientVersion: EVIL, latencyMs: 900 })),
      ORIGIN,
    );

    expect(page).not.toContain("<script");
    expect(page).not.toContain("<img");
    expect(page).not.toMatch(/\b(src|href)=/);
    expect(page).not.toContain("\u001b");
    expect(page).not.toContain("\u202e");
    expect(page).toContain("&lt;/title&gt;&lt;script&gt;");
  });

  it("shows what there is, and says when there is nothing", async () => {
    const some = renderReportPage(await report(...accepts(2, 1500)), ORIGIN);
    const none = renderReportPage(await report(), ORIGIN);

    expect(some).toContain("editor 1.0 · legacy · form");
    expect(some.match(/<svg /g)).toHaveLength(2);
    expect(none).toContain("No call was ambiguous in these logs.");
  });

  it("lets no text become markup", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(escapeMarkup(text)).not.toMatch(/[<>"']|&(?!(amp|lt|gt|quot|#39);)/);
      }),
    );
  });
});

describe("the table", () => {
  it("has one line per kind of client and ends with the sentence", async () => {
    const lines = renderReport(await report(...accepts(2, 1500), record({ outcome: "decline", latencyMs: 4 })), PLAIN);

    expect(lines).toEqual([
      "CLIENT      ERA     DECLARED  CALLS  ASKED  ANSWERED                NOT ASKED  MEDIAN  P95    < 300 MS",
      "editor 1.0  legacy  form      3      3      2 accepted, 1 declined  -          1.5 s   1.5 s  1 declined",
      "",
      "3 questions asked: too few to say whether confirmations would be answered (30 are needed).",
    ]);
  });

  it("says which logs and lines were left out", async () => {
    const kept = logs(
      { is: "read", name: "a.jsonl", lines: ["{"] },
      { is: "unread", name: "b\u001b[2J.jsonl", reason: "it is no file" },
    );

    expect(renderReport(await readReport(kept), PLAIN)).toEqual([
      "No call was ambiguous in these logs.",
      "1 lines were left out: they are no whole log lines.",
      "b.jsonl was not read: it is no file",
    ]);
  });
});
