import type { Button } from "../deviceDriver.js";
import type { DeviceShell } from "./deviceShell.js";
import { runAction } from "./runAction.js";
import { shell } from "./shellCommand.js";

const KEYCODES: Readonly<Record<Button, string>> = {
  home: "KEYCODE_HOME",
  back: "KEYCODE_BACK",
  recents: "KEYCODE_APP_SWITCH",
  enter: "KEYCODE_ENTER",
  delete: "KEYCODE_DEL",
  volume_up: "KEYCODE_VOLUME_UP",
  volume_down: "KEYCODE_VOLUME_DOWN",
  power: "KEYCODE_POWER",
};

/** Presses and releases one button. */
export async function pressButton(device: DeviceShell, button: Button, signal: AbortSignal): Promise<void> {
  await runAction(device, { command: shell`input keyevent ${KEYCODES[button]}`, what: `press ${button}` }, signal);
}
