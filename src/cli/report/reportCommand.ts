import { readKeptLogs } from "../../system/keptLogs.js";
import { stateFolderPath } from "../../system/stateFolder.js";
import { systemTimer } from "../../system/systemTimer.js";
import { writeResultFile } from "../../system/resultFile.js";
import type { CliContext } from "../cliContext.js";
import { CommandError } from "../commandError.js";
import { EXIT, type ExitCode } from "../exitCode.js";
import { readReport, type Report } from "./report.js";
import { renderReportPage } from "./reportPage.js";
import { renderReport } from "./reportText.js";

/** What `automobile report` was given. */
export interface ReportCommandOptions {
  readonly asJson: boolean;
  /** Where the page goes; `undefined` for none. */
  readonly html: string | undefined;
}

/**
 * Turns the logs of the state folder into figures: a table, one line of JSON, or a page beside either.
 *
 * @throws CommandError when the page cannot be written.
 */
export async function runReport({ asJson, html }: ReportCommandOptions, context: CliContext): Promise<ExitCode> {
  const { host, output, version } = context;
  const report = await readReport(readKeptLogs(stateFolderPath(host.env, host.platform)));
  if (html !== undefined) {
    await writePage(html, renderReportPage(report, { now: systemTimer.now(), version }));
    output.note(`The page is in ${html}`);
  }
  if (asJson) output.json(toJson(report));
  else output.result(renderReport(report, output.resultPaint).join("\n"));
  return EXIT.done;
}

async function writePage(path: string, page: string): Promise<void> {
  try {
    await writeResultFile(path, page);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandError(
      EXIT.failed,
      `the page could not be written: ${reason}`,
      "Name a file that you can write to.",
    );
  }
}

/** For programs: every figure, and the latencies as figures only. */
function toJson({ groups, total, ...rest }: Report): unknown {
  return {
    groups: groups.map(({ asked, figures }) => ({ ...asked, ...withoutLatencies(figures) })),
    total: withoutLatencies(total),
    ...rest,
  };
}

function withoutLatencies({ latenciesMs: _each, ...figures }: Report["total"]): Omit<Report["total"], "latenciesMs"> {
  return figures;
}
