import { assertNever } from "../../../core/assertNever.js";
import { Refusal } from "../../../core/refusal.js";
import type { Button } from "../../deviceDriver.js";
import { unsupported } from "../iosRefusals.js";
import { WDA_TIMEOUT_MS, type WdaLine, runOnWda } from "./wdaCommand.js";
import { readIsScreenOn } from "./wdaScreen.js";

/** Time allowed per character, on top of that for any command: the WDA types 60 a second unless it was told otherwise. */
const KEY_TIMEOUT_MS = 50;

/** Characters that a refusal lists. */
const MOST_LISTED = 10;

/** Control characters, separators that act like one, and halves of surrogate pairs. */
const UNTYPABLE = /[\p{Cc}\p{Cs}\u2028\u2029]/gu;

const RETURN_KEY = "\n";
/** What XCTest takes for the delete key. */
const DELETE_KEY = "\b";

/**
 * Types into the focused field, any text but control characters: a line break would send most forms, and that has a
 * button of its own (`enter`).
 *
 * @throws Refusal `text_unsupported` before the first key; `command_failed` when no field has the focus.
 */
export async function typeText(line: WdaLine, text: string, signal: AbortSignal): Promise<void> {
  const untypable = [...new Set(text.match(UNTYPABLE))];
  if (untypable.length > 0) throw textUnsupported(line.deviceId, untypable);
  await sendKeys(line, text, signal);
}

/** Presses one button. @throws Refusal `unsupported_on_device` for one that iOS does not have. */
export async function pressWdaButton(line: WdaLine, button: Button, signal: AbortSignal): Promise<void> {
  switch (button) {
    case "home":
      await pressHardwareButton(line, "home", signal);
      break;
    case "volume_up":
      await pressHardwareButton(line, "volumeUp", signal);
      break;
    case "volume_down":
      await pressHardwareButton(line, "volumeDown", signal);
      break;
    case "power":
      await toggleLock(line, signal);
      break;
    case "enter":
      await sendKeys(line, RETURN_KEY, signal);
      break;
    case "delete":
      await sendKeys(line, DELETE_KEY, signal);
      break;
    case "back":
      throw unsupported(line.deviceId, {
        why: "iOS has no back button.",
        hint: "Tap the app's own back button with tapOn, or swipe from the left edge of the screen to the right.",
      });
    case "recents":
      throw unsupported(line.deviceId, {
        why: "iOS has no button for the apps used last.",
        hint: "Call launchApp with the app that is wanted, or swipe from the bottom edge to the middle and hold.",
      });
    default:
      return assertNever(button);
  }
}

async function pressHardwareButton(line: WdaLine, name: string, signal: AbortSignal): Promise<void> {
  const body = { name };
  const what = `press the ${name} button`;
  await runOnWda(line, { method: "POST", path: "/wda/pressButton", body, what, intent: "acts" }, signal);
}

/** As the side button does: dark and locked, or lit and unlocked as far as there is no passcode. */
async function toggleLock(line: WdaLine, signal: AbortSignal): Promise<void> {
  const isOn = (await readIsScreenOn(line, signal)) ?? true;
  const path = isOn ? "/wda/lock" : "/wda/unlock";
  await runOnWda(line, { method: "POST", path, body: {}, what: "press the side button", intent: "acts" }, signal);
}

async function sendKeys(line: WdaLine, text: string, signal: AbortSignal): Promise<void> {
  const value = [...text];
  const timeoutMs = WDA_TIMEOUT_MS + value.length * KEY_TIMEOUT_MS;
  const command = {
    method: "POST",
    path: "/wda/keys",
    body: { value },
    what: "type",
    intent: "acts",
    timeoutMs,
  } as const;
  await runOnWda(line, command, signal);
}

function textUnsupported(deviceId: string, untypable: readonly string[]): Refusal {
  const characters = untypable.slice(0, MOST_LISTED).map((character) => {
    const codePoint = character.codePointAt(0) ?? 0;
    return `U+${codePoint.toString(16).toUpperCase().padStart(4, "0")}`;
  });
  return new Refusal({
    code: "text_unsupported",
    message: `${characters.join(", ")}${untypable.length > MOST_LISTED ? " and others" : ""} cannot be typed as text. Nothing was typed.`,
    hint: "Call again without control characters. For a line break, call pressButton with `enter` between two texts.",
    data: { deviceId, characters },
  });
}
