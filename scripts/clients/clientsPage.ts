import type { ProgramRun } from "../../test/clients/driver/clientRun.js";
import { CLIENT_COLUMNS, clientRows } from "./clientRow.js";
import type { MeasuredClient, MeasuredServer } from "./measuredClient.js";
import { SET_UPS } from "./setUps.js";

/** What one run of `npm run clients` is about, besides the clients. */
export interface Occasion {
  /** `YYYY-MM-DD`. */
  readonly date: string;
  readonly system: string;
  /** The server that people start with, and the same clients in front of others. */
  readonly first: MeasuredServer;
  readonly others: readonly MeasuredServer[];
}

/** Clients that nobody can run without a person or an account, and why that is so. */
const NOT_DRIVEN = [
  ["Claude Desktop, claude.ai", "a desktop program or a web page with an account"],
  ["VS Code with GitHub Copilot", "a desktop program with an account; its question is a pick list"],
  ["Cursor, Windsurf, Zed, JetBrains", "desktop programs with accounts"],
  ["Goose, Amazon Q, Kiro", "no package of theirs in the npm registry, where pinned versions come from"],
] as const;

/** The text of `docs/clients.md`. */
export function toClientsPage({ date, system, first, others }: Occasion): string {
  return `# Clients

Written by \`npm run clients\` on ${date} (${system}); an edit here is lost with the next run.

Each row is a real program of that version, run without a person against \`${first.command}\`. A model that is none tells it
to call \`pressButton\`, and either of two phones could be meant. The row shows what went over the wire: the era and revision
that the client chose, what it declares, what it answers by itself, and whether a program can accept in a person's place.
Times are from the question to its answer, and from the call to its end, on a machine that does other things as well.
"Outside" is how often the client wanted something from outside the machine; a proxy refused it, so nothing left.

${toTable([CLIENT_COLUMNS, ...first.clients.flatMap(clientRows)])}

A decline or a cancel in milliseconds is a client that speaks for nobody. Whatever comes back, nothing runs without a device
that was picked, and the call ends with the refusal to the byte as it would with asking switched off.

${others.map(toOther).join("\n")}
Not run, because they cannot be run without a person:

${toTable([["client", "why"], ...NOT_DRIVEN])}

## How to give it to a client

Add \`--lab 2\` to the end to try it on virtual phones (\`-- --lab 2\` for Gemini CLI and Qwen Code).
${Object.values(SET_UPS)
  .map(({ title, text }) => `\n### ${title}\n${text}\n`)
  .join("")}
## How it was measured

\`npm run clients:install\` puts the pinned clients into your cache, \`npm run clients\` runs them. \`AUTOMOBILE_CLIENTS_DIR\` names another folder, and
\`AUTOMOBILE_CLAUDE_BIN\` and the like another program; a client on PATH is never started. Each starts in a clean environment
with a home of its own; its configuration is in \`test/clients/driver/\`. \`SERVER\` stands for the command line of
\`${first.command}\` behind a tap that writes down what passes, \`$MODEL\` for the model that is none.

${first.clients.flatMap(toCommands).join("\n")}
`;
}

function toOther({ command, clients }: MeasuredServer): string {
  return `The same against \`${command}\`:\n\n${toTable([CLIENT_COLUMNS, ...clients.flatMap(clientRows)])}\n`;
}

function toTable([head = [], ...rows]: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

function toCommands({ driver, measurements }: MeasuredClient): readonly string[] {
  const lines = measurements.flatMap(({ run }) => run.programs.map((program) => toTyped(driver.command, program)));
  const distinct = [...new Set(lines)];
  return distinct.length === 0 ? [] : [`${driver.title}:\n\n\`\`\`sh\n${distinct.join("\n")}\n\`\`\`\n`];
}

function toTyped(command: string, { env, args }: Pick<ProgramRun, "env" | "args">): string {
  const variables = Object.entries(env).map(([name, value]) => `${name}=${quote(value)}`);
  return [...variables, command, ...args.map(quote)].join(" ");
}

function quote(word: string): string {
  return /^[\w@%+=:,./$-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
