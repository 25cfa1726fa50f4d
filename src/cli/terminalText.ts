import { stripVTControlCharacters } from "node:util";

/** Longest foreign text that is shown in one piece, in UTF-16 code units. The rest is counted, not shown. */
const SHOWN_TEXT_LIMIT = 20_000;

/**
 * Everything that a terminal could take for a command, or that reorders or hides text: control characters (C1 included:
 * U+009B alone starts a sequence), format characters, and the separators that some terminals take for line ends.
 */
const NOT_SHOWN = /(?![\t\n])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/**
 * Foreign text that is safe to write to a terminal: no control or escape sequence, no reordering mark; tabs and line
 * feeds stay. Text from servers, devices and files goes through here, ours does not.
 */
export function toTerminalText(text: string, limit = SHOWN_TEXT_LIMIT): string {
  const plain = stripVTControlCharacters(text).replaceAll(NOT_SHOWN, "");
  if (plain.length <= limit) return plain;
  return `${plain.slice(0, limit)}… (${plain.length - limit} more characters)`;
}

/** As `toTerminalText`, on one line. */
export function toTerminalLine(text: string, limit = SHOWN_TEXT_LIMIT): string {
  return toTerminalText(text, limit).replaceAll(/\s+/g, " ").trim();
}

/** JSON that means the same value and holds no character that a terminal acts on: those are written as `\u…`. */
export function toTerminalJson(value: unknown, indent = 0): string {
  return JSON.stringify(value, undefined, indent).replaceAll(NOT_SHOWN, (character) => {
    const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
    return units.map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("");
  });
}
