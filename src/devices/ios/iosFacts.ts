import type { Device } from "../device.js";
import type { DeviceFacts } from "../deviceDriver.js";

/** What was seen of a screen, by whatever could see it. */
export interface SeenScreen {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly isScreenOn: boolean | undefined;
  readonly batteryPercent?: number | undefined;
}

/** What an iOS device is, from its source, and how it stands now. */
export function toFacts({ model, osVersion }: Device, seen: SeenScreen): DeviceFacts {
  return {
    manufacturer: "Apple",
    model,
    osVersion,
    apiLevel: undefined,
    screen: { widthPx: seen.widthPx, heightPx: seen.heightPx, densityDpi: undefined },
    isScreenOn: seen.isScreenOn,
    batteryPercent: seen.batteryPercent,
  };
}
