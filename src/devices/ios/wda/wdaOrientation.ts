import type { Orientation } from "../../deviceDriver.js";
import { type WdaLine, runOnWda } from "./wdaCommand.js";

const WIRE: Readonly<Record<Orientation, string>> = { portrait: "PORTRAIT", landscape: "LANDSCAPE" };

/** Turns the screen. @throws Refusal `command_failed` when the app in front does not turn with it. */
export async function turnScreen(line: WdaLine, orientation: Orientation, signal: AbortSignal): Promise<void> {
  const body = { orientation: WIRE[orientation] };
  const command = {
    method: "POST",
    path: "/orientation",
    body,
    what: `turn to ${orientation}`,
    intent: "acts",
  } as const;
  await runOnWda(line, command, signal);
}
