import { Command, CommanderError } from "commander";
import type { HostProcess } from "../system/hostProcess.js";
import { readPackageVersion } from "../system/packageVersion.js";
import type { CliContext, ProgramState } from "./cliContext.js";
import { CommandError } from "./commandError.js";
import {
  defineCall,
  defineDemo,
  defineDevices,
  defineDoctor,
  defineLab,
  defineProxy,
  defineServe,
} from "./commandDefinitions.js";
import { defineDaemon } from "./daemonDefinitions.js";
import { EXIT, type ExitCode } from "./exitCode.js";
import { createOutput, type Output } from "./output.js";
import { defineReport } from "./report/defineReport.js";
import type { ServeLine } from "./serveLine.js";

const SUMMARY = `Lets an AI agent drive Android and iOS devices over MCP, and never guesses which device was meant.
Without a command it is the MCP server on standard input and output.`;

const AFTER_HELP = `
Examples:
  automobile demo                             two virtual phones, one ambiguous call, one question to you
  automobile devices                          what is attached, and what to do about what is not usable
  automobile call tapOn text=OK               call one tool; answer the question with the arrow keys
  claude mcp add automobile -- automobile     give the server to a client

Exit codes: 0 done · 1 failed · 2 wrong use · 3 refused (call)`;

/** Runs a command line that is not a plain server start, and tells how it ended. */
export async function runProgram(
  line: Exclude<ServeLine, { readonly options: unknown }>,
  { host, launcher }: { readonly host: HostProcess; readonly launcher: string },
): Promise<ExitCode> {
  const output = createOutput(host);
  if (line.is === "wrong_use") return complain(new CommandError(EXIT.wrongUse, line.problem, line.hint), output);

  const [words, serverCommand] = splitAtDashes(host.argv);
  const ending: { code: ExitCode } = { code: EXIT.done };
  const program = buildProgram(
    { host, output, launcher, version: readPackageVersion(launcher) },
    { serverCommand, ending },
  );
  try {
    await program.parseAsync([...words], { from: "user" });
    return ending.code;
  } catch (error) {
    if (error instanceof CommandError) return complain(error, output);
    // The library has written its text by now: help and version on request end with 0, everything else is wrong use.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.wrongUse;
    throw error;
  }
}

/** Every command with its options and help. */
export function buildProgram(context: CliContext, state: ProgramState): Command {
  const { output, host } = context;
  const program = new Command("automobile")
    .description(SUMMARY)
    .version(context.version, "-V, --version", "print the version")
    .helpOption("-h, --help", "show help")
    .helpCommand("help [command]", "show a command's help")
    .addHelpText("after", AFTER_HELP)
    .exitOverride()
    .showSuggestionAfterError()
    .showHelpAfterError("Add --help to see what it takes.")
    .configureOutput({
      writeOut: (text) => output.result(text.trimEnd()),
      writeErr: (text) => output.note(text.trimEnd()),
      outputError: (text, write) => write(text.replace(/^error: /, "automobile: ")),
      getOutHelpWidth: () => output.width,
      getOutHasColors: () => host.stdout.isTerminal,
    });
  for (const define of [
    defineServe,
    defineProxy,
    defineDevices,
    defineCall,
    defineDemo,
    defineLab,
    defineDaemon,
    defineReport,
    defineDoctor,
  ]) {
    define(program, context, state);
  }
  return program;
}

/** Everything after the first `--` is another server's command line and is not ours to read. */
function splitAtDashes(
  argv: readonly string[],
): readonly [words: readonly string[], rest: readonly string[] | undefined] {
  const at = argv.indexOf("--");
  return at === -1 ? [argv, undefined] : [argv.slice(0, at), argv.slice(at + 1)];
}

function complain(error: CommandError, { note, notePaint }: Pick<Output, "note" | "notePaint">): ExitCode {
  note(`${notePaint.bad("automobile:")} ${error.message}`);
  if (error.hint !== undefined) note(`  ${notePaint.dim("→")} ${error.hint}`);
  return error.exitCode;
}
