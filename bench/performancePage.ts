import { readFile, writeFile } from "node:fs/promises";

const PAGE = "docs/performance.md";
const BEGIN = "<!-- The table is written by npm run bench -- --write -->\n";
const END = "<!-- The end of the table -->\n";

/** What one run came to. */
export interface PerformanceRun {
  readonly table: string;
  readonly machine: string;
}

/** Puts a run's table between the two marks of docs/performance.md. @throws Error when a mark is missing. */
export async function writePerformancePage(run: PerformanceRun): Promise<void> {
  const today = new Date().toISOString().slice(0, 10);
  await writeFile(PAGE, withTable(await readFile(PAGE, "utf8"), { ...run, machine: `${today}, ${run.machine}` }));
}

function withTable(page: string, { table, machine }: PerformanceRun): string {
  const [before, rest] = page.split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined) throw new Error(`${PAGE} has no place for a table`);
  return `${before}${BEGIN}\n${machine}.\n\n${table}\n\n${END}${after}`;
}
