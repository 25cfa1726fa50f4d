import { shell, type ShellCommand } from "./shellCommand.js";

/** A line that no command prints by itself, also after a last line that was left open. */
const BOUNDARY = "\n--automobile-section--\n";

/**
 * Joins commands into one, so that one round trip answers several questions. Each command runs whatever became of those
 * before it; the status is that of the last.
 */
export function inSections(first: ShellCommand, ...others: readonly ShellCommand[]): ShellCommand {
  return others.reduce((before, next) => shell`${before}; echo ${BOUNDARY.trimEnd()}; ${next}`, first);
}

/** Takes the output of `inSections` apart: one piece per command, empty for those whose output never came. */
export function splitSections(output: Buffer, count: number): readonly Buffer[] {
  const pieces: Buffer[] = [];
  let rest = output;
  while (pieces.length < count - 1) {
    const end = rest.indexOf(BOUNDARY);
    pieces.push(end === -1 ? rest : rest.subarray(0, end));
    rest = end === -1 ? Buffer.alloc(0) : rest.subarray(end + BOUNDARY.length);
  }
  return [...pieces, rest];
}

/** `splitSections` for commands that print text. */
export function splitTextSections(output: Buffer, count: number): readonly string[] {
  return splitSections(output, count).map((piece) => piece.toString("utf8").replaceAll("\r\n", "\n").trim());
}
