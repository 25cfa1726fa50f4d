import type { ByteReader } from "../channel.js";
import type { Phone } from "../phone/phone.js";

/** One run of one command. */
export interface CommandCall {
  readonly phone: Phone;
  /** Without the command's name. */
  readonly args: readonly string[];
  readonly stdin: ByteReader;
  readonly signal: AbortSignal;
}

/** What a command printed, and how it ended. */
export interface CommandResult {
  readonly stdout: string | Uint8Array;
  readonly stderr: string;
  readonly exitCode: number;
}

/** Runs a command to its end. A result with an exit code is an answer; only a bug of the lab rejects. */
export type Command = (call: CommandCall) => CommandResult | Promise<CommandResult>;

/** Commands by name. */
export type CommandTable = ReadonlyMap<string, Command>;

/** A command that did its work. */
export function printed(stdout: string | Uint8Array): CommandResult {
  return { stdout, stderr: "", exitCode: 0 };
}

/** A command that did not. */
export function failed(stderr: string, exitCode = 1): CommandResult {
  return { stdout: "", stderr, exitCode };
}

/** Text lines with a newline after each. */
export function lines(...all: readonly string[]): string {
  return all.map((line) => `${line}\n`).join("");
}

/** Looks a sub-command up by the first argument and hands it the rest. */
export function dispatch(table: CommandTable, unknown: (name: string) => CommandResult): Command {
  return (call) => {
    const [name = "", ...args] = call.args;
    return table.get(name)?.({ ...call, args }) ?? unknown(name);
  };
}
