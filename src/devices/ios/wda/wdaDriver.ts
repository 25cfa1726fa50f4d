import type { DeviceDriver } from "../../deviceDriver.js";

import { type WdaLine, runOnWda } from "./wdaCommand.js";
import { pressWdaButton, typeText } from "./wdaKeys.js";
import { readWdaTree, readScreenSize, toPoints } from "./wdaScreen.js";
import { longPressCommand, swipeCommand, tapCommand } from "./gestures.js";

/** What a device does through its WDA, whatever kind it is. */
export type WdaDriver = Pick<DeviceDriver, "uiTree" | "tap" | "longPress" | "swipe" | "inputText" | "pressButton">;

/** Drives what can be seen and touched. Every method needs the device's own, proven WDA. */
export function createWdaDriver(line: WdaLine): WdaDriver {
  let scale: number | undefined;

  /** A screen never changes how many pixels its points have. */
  async function screenScale(signal: AbortSignal): Promise<number> {
    scale ??= (await readScreenSize(line, signal)).scale;
    return scale;
  }

  return {
    async uiTree(signal) {
      return await readWdaTree(line, await screenScale(signal), signal);
    },
    async tap(point, signal) {
      await runOnWda(line, tapCommand(toPoints(point, await screenScale(signal))), signal);
    },
    async longPress(point, signal) {
      await runOnWda(line, longPressCommand(toPoints(point, await screenScale(signal))), signal);
    },
    async swipe({ from, to, durationMs }, signal) {
      const pixels = await screenScale(signal);
      const way = { from: toPoints(from, pixels), to: toPoints(to, pixels), durationMs };
      await runOnWda(line, swipeCommand(way), signal);
    },
    inputText: (text, signal) => typeText(line, text, signal),
    pressButton: (button, signal) => pressWdaButton(line, button, signal),
  };
}
