import { pause } from "../../pause.js";
import { pressKey, tapAt, strokeOn } from "../../phone/gestures.js";
import {
  type Command,
  type CommandCall,
  type CommandResult,
  type CommandTable,
  failed,
  lines,
  printed,
} from "../command.js";
import { toKeyName } from "./keycodes.js";

const DEFAULT_SWIPE_MS = 300;

const SOURCES: ReadonlySet<string> = new Set([
  "dpad",
  "gamepad",
  "joystick",
  "keyboard",
  "mouse",
  "stylus",
  "touchnavigation",
  "touchpad",
  "touchscreen",
  "trackball",
]);

/** `input [source] [-d display] <command> …`, as Android's InputShellCommand reads it. */
const input: Command = async (call) => {
  const [name, ...args] = withoutSourceAndDisplay(call.args);
  switch (name) {
    case "tap":
      return tap(args, call);
    case "swipe":
    case "draganddrop":
      return swipe(args, call);
    case "text":
      return text(args, call);
    case "keyevent":
      return keyevent(args, call);
    default:
      return usage(name === undefined ? "" : `Error: Unknown command: ${name}\n`);
  }
};

function withoutSourceAndDisplay(args: readonly string[]): readonly string[] {
  const rest = SOURCES.has(args[0] ?? "") ? args.slice(1) : args;
  return rest[0] === "-d" ? rest.slice(2) : rest;
}

function tap(args: readonly string[], { phone }: CommandCall): CommandResult {
  const [x, y, ...more] = args.map(Number);
  if (!isCoordinate(x) || !isCoordinate(y) || more.length > 0) return wrongArguments("tap");
  tapAt(phone, x, y);
  return printed("");
}

async function swipe(args: readonly string[], { phone, signal }: CommandCall): Promise<CommandResult> {
  const [fromX, fromY, toX, toY, durationMs = DEFAULT_SWIPE_MS] = args.map(Number);
  if (!isCoordinate(fromX) || !isCoordinate(fromY) || !isCoordinate(toX) || !isCoordinate(toY)) {
    return wrongArguments("swipe");
  }
  await pause(phone.timer, durationMs, signal);
  strokeOn(phone, { from: [fromX, fromY], to: [toX, toY], durationMs });
  return printed("");
}

/** Android types key by key; a character that no key gives makes it throw, before the first key. */
function text(args: readonly string[], { phone }: CommandCall): CommandResult {
  const [given] = args;
  if (given === undefined) return wrongArguments("text");
  if (!/^[\x20-\x7e\n\t]*$/.test(given)) return failed(NO_KEY_FOR_TEXT, 255);
  const typed = given.replaceAll("%s", " ");
  phone.record({ kind: "text", text: typed });
  if (phone.ui().isAwake) phone.act({ kind: "type", text: typed });
  return printed("");
}

const NO_KEY_FOR_TEXT = lines(
  "",
  "Exception occurred while executing 'text':",
  "java.lang.NullPointerException: Attempt to get length of null array",
  "\tat com.android.server.input.InputShellCommand.sendText(InputShellCommand.java:333)",
  "\tat com.android.server.input.InputShellCommand.runText(InputShellCommand.java:320)",
  "\tat com.android.server.input.InputShellCommand.handleCommand(InputShellCommand.java:250)",
  "\tat com.android.server.input.InputShellCommand.onCommand(InputShellCommand.java:184)",
);

function keyevent(args: readonly string[], { phone }: CommandCall): CommandResult {
  const keys = args.filter((arg) => !arg.startsWith("--"));
  if (keys.length === 0) return wrongArguments("keyevent");
  for (const key of keys) pressKey(phone, toKeyName(key));
  return printed("");
}

function isCoordinate(value: number | undefined): value is number {
  return value !== undefined && Number.isFinite(value);
}

function wrongArguments(command: string): CommandResult {
  return usage(`Error: Invalid arguments for command: ${command}\n`);
}

function usage(problem: string): CommandResult {
  return {
    stdout: lines(
      "Usage: input [<source>] [-d DISPLAY_ID] <command> [<arg>...]",
      "",
      "The commands and default sources are:",
      "      text <string> (Default: keyboard)",
      "      keyevent [--longpress|--doubletap] <key code number or name> ... (Default: keyboard)",
      "      tap <x> <y> (Default: touchscreen)",
      "      swipe <x1> <y1> <x2> <y2> [duration(ms)] (Default: touchscreen)",
      "      draganddrop <x1> <y1> <x2> <y2> [duration(ms)] (Default: touchscreen)",
    ),
    stderr: problem,
    exitCode: 255,
  };
}

/** Fingers and keys. */
export const INPUT_COMMANDS: CommandTable = new Map([["input", input]]);
