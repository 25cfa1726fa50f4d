import { asList, asNumber, asText, propertyOf } from "./foreignJson.js";
import { commandFailed } from "../deviceRefusals.js";
import type { DevicectlLine } from "./toolLine.js";

/** The main display as devicectl knows it. */
export interface HardwareDisplay {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly isScreenOn: boolean | undefined;
}

/** Reads the main display. @throws Refusal `command_failed` when devicectl does not tell its size. */
export async function readDisplay(phone: DevicectlLine, signal: AbortSignal): Promise<HardwareDisplay> {
  const what = "tell the size of its screen";
  const result = await phone.run({ words: ["device", "info", "displays"], what, intent: "reads" }, signal);
  const displays = asList(propertyOf(result, "displays"));
  const main = displays.find((display) => propertyOf(display, "primary") === true) ?? displays[0];
  const size = toSize(propertyOf(main, "nativeSize")) ?? toSize(asList(propertyOf(main, "bounds"))[1]);
  if (size === undefined) throw commandFailed(phone.deviceId, { what, output: "devicectl wrote no size of a display" });
  const backlight = asText(propertyOf(main, "backlightState"));
  return { ...size, isScreenOn: backlight === undefined ? undefined : /on$/i.test(backlight) };
}

/** `[width, height]`. */
function toSize(value: unknown): { readonly widthPx: number; readonly heightPx: number } | undefined {
  const [widthPx, heightPx] = asList(value).map(asNumber);
  return widthPx === undefined || heightPx === undefined || widthPx <= 0 || heightPx <= 0
    ? undefined
    : { widthPx, heightPx };
}
