const TEXT = Symbol("text of a shell command");

/** Text for a device's shell in which every argument is quoted. Only `shell` makes one. */
export interface ShellCommand {
  readonly [TEXT]: string;
}

/**
 * Quotes one argument for a POSIX shell, so that it arrives as it is: blanks, newlines, quotes, `$`, globs and all.
 *
 * @throws TypeError for a NUL character, which no argument can hold.
 */
export function quoteShellArgument(text: string): string {
  if (text.includes("\0")) throw new TypeError("a shell argument cannot hold a NUL character");
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/**
 * The only way to write a command for a device: `` shell`pm path ${appId}` ``. Strings are quoted, numbers are written in
 * decimal, commands are put in as they are.
 *
 * @throws TypeError for a NUL character and for a number that is not finite.
 */
export function shell(
  words: TemplateStringsArray,
  ...values: readonly (string | number | ShellCommand)[]
): ShellCommand {
  return { [TEXT]: String.raw({ raw: words }, ...values.map(toShellText)) };
}

/** The text that is sent to the device. */
export function shellText(command: ShellCommand): string {
  return command[TEXT];
}

function toShellText(value: string | number | ShellCommand): string {
  if (typeof value === "string") return quoteShellArgument(value);
  if (typeof value !== "number") return value[TEXT];
  if (!Number.isFinite(value)) throw new TypeError(`${String(value)} is no number that a shell could take`);
  return String(value);
}
