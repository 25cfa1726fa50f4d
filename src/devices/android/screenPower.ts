import { shell } from "./shellCommand.js";

/** Asks whether the display is on; one line of a long report. */
export const SCREEN_POWER = shell`dumpsys power | grep mWakefulness=`;

/** Reads what `SCREEN_POWER` printed: a screen saver is on; `undefined` when the device did not say. */
export function parseScreenPower(text: string): boolean | undefined {
  const wakefulness = /mWakefulness=(\w+)/.exec(text)?.[1];
  if (wakefulness === undefined) return undefined;
  return wakefulness === "Awake" || wakefulness === "Dreaming";
}
