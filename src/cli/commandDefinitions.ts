import { Option, type Command } from "commander";
import { z } from "zod";
import type { ServeOptions } from "../server/index.js";
import { ERAS } from "./call/eras.js";
import type { CliContext, ProgramState } from "./cliContext.js";
import { CommandError } from "./commandError.js";
import { EXIT } from "./exitCode.js";
import {
  type CountRange,
  DEFAULT_SERVE_OPTIONS,
  LAB_PHONES,
  parseCount,
  SERVER_FLAGS,
  withFlag,
  type ServerFlag,
  type ServerFlagName,
} from "./serverFlags.js";

const DEFAULT_TIMEOUT_S = 120;
const TIMEOUT_S: CountRange = { least: 1, most: 3600 };
const DEMO_PHONES: CountRange = { least: 2, most: 6 };
const LATENCY_MS: CountRange = { least: 0, most: 60_000 };

/** One of the definitions below: adds its command to the program. */
export type DefineCommand = (program: Command, context: CliContext, state: ProgramState) => void;

/** `serve`: for the help only, because the lean path has run it before this is loaded. */
export const defineServe: DefineCommand = (program) => {
  const command = program.command("serve").description("MCP server on standard input and output (the default)");
  addServerFlags(command, SERVER_FLAGS);
  command.addHelpText(
    "after",
    "\nThe client starts it; it ends when its standard input ends. Logs go to standard error.",
  );
};

/** `proxy`: for the help only, as `serve`. */
export const defineProxy: DefineCommand = (program) => {
  const command = program.command("proxy").description("the same server in front of the daemon that all agents share");
  addServerFlags(command, SERVER_FLAGS);
  command.addHelpText(
    "after",
    "\nThe client starts it; it starts the daemon if none runs, and leaves it running when it ends.",
  );
};

/** `devices`. */
export const defineDevices: DefineCommand = (program, context, { ending }) => {
  const command = program.command("devices").description("what is attached, and why something is not usable");
  addServerFlags(command, DEVICE_FLAGS).option("--json", "print one line of JSON");
  command.action(async () => {
    const { json } = jsonOption.parse(command.opts());
    const { runDevices } = await import("./devicesCommand.js");
    ending.code = await runDevices({ asJson: json, serve: readServerFlags(command) }, context);
  });
};

/** `call`. */
export const defineCall: DefineCommand = (program, context, { ending, serverCommand }) => {
  const command = program
    .command("call [tool] [arguments...]")
    .description("call one tool of an MCP server and answer its questions here; without a tool, list them")
    .option("--list", "list the server's tools with their arguments")
    .addOption(eraOption())
    .option("--url <URL>", "call a server at this address instead of automobile's own")
    .option("--answer <ANSWER>", "answer every question with this: an offered value, decline, cancel, or a JSON object")
    .option(
      "--timeout <SECONDS>",
      "give up a request after this long; a call that runs as a task takes its time",
      String(DEFAULT_TIMEOUT_S),
    )
    .option("--json", "print the raw result as one line of JSON")
    .option("--verbose", "show what the server writes to its standard error");
  addServerFlags(command, SERVER_FLAGS).addHelpText("after", CALL_HELP);
  command.action(async (tool: string | undefined, words: readonly string[]) => {
    const options = callOptions.parse(command.opts());
    const timeout = readCount("--timeout", options.timeout, TIMEOUT_S);
    const { runCall } = await import("./call/callCommand.js");
    const place = { url: options.url, command: serverCommand, serve: readServerFlags(command) };
    const how = {
      era: options.era,
      answer: options.answer,
      timeoutMs: timeout * 1000,
      asJson: options.json,
      isVerbose: options.verbose,
    };
    ending.code = await runCall({ ...place, ...how, tool: options.list ? undefined : tool, words }, context);
  });
};

/** `demo`. */
export const defineDemo: DefineCommand = (program, context, { ending }) => {
  const command = program
    .command("demo")
    .description("virtual phones, an ambiguous call, one question to you, and what ran where")
    .option("--answer <ANSWER>", "answer without a terminal: a phone's id, decline or cancel")
    .addOption(eraOption())
    .option("--phones <N>", "how many phones could be meant", "2");
  command.action(async () => {
    const options = demoOptions.parse(command.opts());
    const phones = readCount("--phones", options.phones, DEMO_PHONES);
    const { runDemo } = await import("./demo/demoCommand.js");
    ending.code = await runDemo({ answer: options.answer, era: options.era, phones }, context);
  });
};

/** `lab`. */
export const defineLab: DefineCommand = (program, context, { ending }) => {
  const command = program
    .command("lab")
    .description("virtual Android phones that any adb can connect to, until Ctrl-C")
    .option("--phones <N>", "how many", "2")
    .option("--latency <MS>", "how long every command on a phone waits before it begins")
    .option("--json", "print one line of JSON once they listen");
  command.action(async () => {
    const options = labOptions.parse(command.opts());
    const { runLab } = await import("./labCommand.js");
    const latencyMs = options.latency === undefined ? 0 : readCount("--latency", options.latency, LATENCY_MS);
    const phones = readCount("--phones", options.phones, LAB_PHONES);
    ending.code = await runLab({ phones, latencyMs, asJson: options.json }, context);
  });
};

/** `doctor`. */
export const defineDoctor: DefineCommand = (program, context, { ending }) => {
  const command = program
    .command("doctor")
    .description("check this machine's set-up, and name the fix for each fault")
    .option("--json", "print one line of JSON");
  command.action(async () => {
    const { json } = jsonOption.parse(command.opts());
    const { runDoctor } = await import("./doctor/doctorCommand.js");
    ending.code = await runDoctor({ asJson: json }, context);
  });
};

const CALL_HELP = `
Arguments are key=value, typed as the tool publishes them, or one JSON object.
A question is asked in the terminal; without a terminal and without --answer the client says that nobody can be asked.

Examples:
  automobile call --list --lab 2
  automobile call tapOn text=OK --lab 2
  automobile call swipe direction=up deviceId=LABPHONE01 --lab 2 --json
  automobile call some_tool '{"x": 1}' --url http://127.0.0.1:8080/mcp
  automobile call some_tool x=1 -- npx some-mcp-server --its-own-flag

AUTOMOBILE_CALL_TOKEN is sent to the server at --url as Authorization: Bearer; over http to this machine only.

Exit codes: 0 done · 1 failed · 2 wrong use · 3 refused`;

/** `devices` lists and does not call, so that nothing could name a device. */
const DEVICE_FLAGS = SERVER_FLAGS.filter(({ name }) => name !== "require-device-id");

const jsonOption = z.object({ json: z.boolean().default(false) });
const era = z.enum(ERAS);
const callOptions = jsonOption.extend({
  era,
  list: z.boolean().default(false),
  url: z.string().optional(),
  answer: z.string().optional(),
  timeout: z.string(),
  verbose: z.boolean().default(false),
});
const demoOptions = z.object({ era, answer: z.string().optional(), phones: z.string() });
const labOptions = jsonOption.extend({ phones: z.string(), latency: z.string().optional() });

function eraOption(): Option {
  return new Option("--era <ERA>", "protocol revisions to speak: legacy is 2025's, modern is 2026's")
    .choices(ERAS)
    .default("auto");
}

/** The flags come from the table that the lean path reads too. */
export function addServerFlags(command: Command, flags: readonly ServerFlag[]): Command {
  for (const { name, takes, summary } of flags) {
    const option = new Option(takes === undefined ? `--${name}` : `--${name} <${takes}>`, summary);
    command.addOption(takes === undefined ? option : option.argParser(collect));
  }
  return command;
}

const given = z.union([z.array(z.string()), z.literal(true).transform(() => [""]), z.undefined().transform(() => [])]);

function collect(value: string, before: unknown): readonly string[] {
  return [...given.parse(before), value];
}

/** Their values are read by the function that the lean path reads them with. */
export function readServerFlags(command: Command): ServeOptions {
  return command.options.reduce((options, option) => {
    const flag = SERVER_FLAGS.find(({ name }) => name === option.name());
    if (flag === undefined) return options;
    const values = given.parse(command.getOptionValue(option.attributeName()));
    return values.reduce((before, value) => applyFlag(before, flag.name, value), options);
  }, DEFAULT_SERVE_OPTIONS);
}

function applyFlag(options: ServeOptions, name: ServerFlagName, value: string): ServeOptions {
  const effect = withFlag(options, name, value);
  if (effect.is === "set") return effect.options;
  throw new CommandError(
    EXIT.wrongUse,
    `--${name} ${effect.problem}`,
    `as in: --${name} ${name === "lab" ? "2" : "ID"}`,
  );
}

/**
 * The whole number that an option was given.
 *
 * @throws CommandError (wrong use) for any other text.
 */
export function readCount(name: string, text: string, range: CountRange): number {
  const count = parseCount(text, range);
  if (count !== undefined) return count;
  const { least, most } = range;
  throw new CommandError(EXIT.wrongUse, `${name} takes a whole number from ${least} to ${most}, not "${text}"`);
}
