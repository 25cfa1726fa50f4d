/** What a daemon wrote before it ended. */
export interface LastWords {
  /** What was wrong; its lines as they came where it did not end in the way of a command. */
  readonly problem: string;
  /** What it said to do. */
  readonly fix: string | undefined;
}

const NAME = "automobile: ";

/** Reads what `daemon run` writes when it cannot go on: `automobile: PROBLEM`, and `→ FIX` on a line of its own. */
export function parseLastWords(output: string): LastWords {
  const lines = output.trim().split("\n");
  const fix = /^\s*→ (.+)$/.exec(lines.at(-1) ?? "")?.[1];
  const said = (fix === undefined ? lines : lines.slice(0, -1)).join("\n").trim();
  const problem = said.startsWith(NAME) ? said.slice(NAME.length) : said;
  return { problem: problem === "" ? "it said nothing" : problem, fix };
}
