import { Refusal } from "../../core/refusal.js";
import { invalidArgument } from "../deviceRefusals.js";
import { COMMAND_TIMEOUT_MS, type DeviceShell } from "./deviceShell.js";
import { runAction } from "./runAction.js";
import { shell, type ShellCommand } from "./shellCommand.js";

/** Most characters in one call: typing them takes about a minute on a slow device. */
export const LONGEST_TEXT = 4_000;

/** Time allowed per character, on top of that for any command. */
const KEY_TIMEOUT_MS = 20;

/** Characters that a refusal lists. */
const MOST_LISTED = 10;

const UNTYPABLE = /[^\x20-\x7e]/gu;

/**
 * Types printable ASCII into the focused field. A line break is not typed either: in most fields it would send the form,
 * and that has a button of its own (`enter`). An empty text types nothing.
 *
 * @throws Refusal `text_unsupported` naming each character that Android's `input` cannot type, before the first key;
 * `invalid_arguments` for a text that is too long.
 */
export async function inputText(device: DeviceShell, text: string, signal: AbortSignal): Promise<void> {
  const untypable = [...new Set(text.match(UNTYPABLE))];
  if (untypable.length > 0) throw textUnsupported(device.deviceId, untypable);
  if (text.length > LONGEST_TEXT) throw invalidArgument("text", `it is longer than ${LONGEST_TEXT} characters`);
  const [first, ...others] = toInputWords(text).map((word): ShellCommand => shell`input text ${word}`);
  if (first === undefined) return;
  const command = others.reduce((before, next) => shell`${before} && ${next}`, first);
  const timeoutMs = COMMAND_TIMEOUT_MS + text.length * KEY_TIMEOUT_MS;
  await runAction(device, { command, what: "type the text", timeoutMs }, signal);
}

/**
 * The arguments for `input text` which, one command each, type this text. Its only escape is `%s` for a blank, and old
 * versions take blanks apart, so blanks are written that way; a real `%s` is cut in two, for nothing escapes its percent sign.
 */
export function toInputWords(text: string): readonly string[] {
  if (text === "") return [];
  return text.split(/(?<=%)(?=s)/).map((piece) => piece.replaceAll(" ", "%s"));
}

function textUnsupported(deviceId: string, untypable: readonly string[]): Refusal {
  const characters = untypable.slice(0, MOST_LISTED).map(describeCharacter);
  return new Refusal({
    code: "text_unsupported",
    message: `Android's input command cannot type ${characters.join(", ")}${untypable.length > MOST_LISTED ? " and others" : ""}. Nothing was typed.`,
    hint: "Call again with printable ASCII only. For a line break, call pressButton with `enter` between two texts.",
    data: { deviceId, characters },
  });
}

/** Control characters and halves of surrogate pairs cannot be shown, so they are named. */
function describeCharacter(character: string): string {
  if (!/[\p{Cc}\p{Cs}\p{Cf}\p{Zl}\p{Zp}]/u.test(character)) return character;
  const codePoint = character.codePointAt(0) ?? 0;
  return `U+${codePoint.toString(16).toUpperCase().padStart(4, "0")}`;
}
