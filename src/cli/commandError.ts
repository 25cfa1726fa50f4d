import type { ExitCode } from "./exitCode.js";

/** A command that cannot go on for a reason that its user can act on: shown as its message and hint, never as a stack. */
export class CommandError extends Error {
  override readonly name = "CommandError";

  constructor(
    readonly exitCode: ExitCode,
    /** One line: what is wrong. */
    message: string,
    /** One line: what to do now. */
    readonly hint?: string,
  ) {
    super(message);
  }
}
