import type { DeviceDriver } from "../../deviceDriver.js";

import { type AgentLine, runOnAgent } from "./agentCommand.js";
import { pressAgentButton, typeText } from "./agentKeys.js";
import { readAgentTree, readScreenSize, toPoints } from "./agentScreen.js";
import { longPressCommand, swipeCommand, tapCommand } from "./gestures.js";

/** What a device does through its agent, whatever kind it is. */
export type AgentDriver = Pick<DeviceDriver, "uiTree" | "tap" | "longPress" | "swipe" | "inputText" | "pressButton">;

/** Drives what can be seen and touched. Every method needs the device's own, proven agent. */
export function createAgentDriver(line: AgentLine): AgentDriver {
  let scale: number | undefined;

  /** A screen never changes how many pixels its points have. */
  async function screenScale(signal: AbortSignal): Promise<number> {
    scale ??= (await readScreenSize(line, signal)).scale;
    return scale;
  }

  return {
    async uiTree(signal) {
      return await readAgentTree(line, await screenScale(signal), signal);
    },
    async tap(point, signal) {
      await runOnAgent(line, tapCommand(toPoints(point, await screenScale(signal))), signal);
    },
    async longPress(point, signal) {
      await runOnAgent(line, longPressCommand(toPoints(point, await screenScale(signal))), signal);
    },
    async swipe({ from, to, durationMs }, signal) {
      const pixels = await screenScale(signal);
      const way = { from: toPoints(from, pixels), to: toPoints(to, pixels), durationMs };
      await runOnAgent(line, swipeCommand(way), signal);
    },
    inputText: (text, signal) => typeText(line, text, signal),
    pressButton: (button, signal) => pressAgentButton(line, button, signal),
  };
}
