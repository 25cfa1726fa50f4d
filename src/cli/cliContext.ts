import type { HostProcess } from "../system/hostProcess.js";
import type { ExitCode } from "./exitCode.js";
import type { Output } from "./output.js";

/** What every command is handed by the front. */
export interface CliContext {
  readonly host: HostProcess;
  readonly output: Output;
  /** The path of `bin/automobile.js`, to start our own server with. */
  readonly launcher: string;
  /** Of this package. */
  readonly version: string;
}

/** What one command line adds: the words after `--`, and where a command notes how it ended. */
export interface ProgramState {
  readonly serverCommand: readonly string[] | undefined;
  readonly ending: { code: ExitCode };
}
