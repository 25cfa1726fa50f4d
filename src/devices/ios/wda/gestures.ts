import type { Point } from "../../deviceDriver.js";
import { WDA_TIMEOUT_MS, type WdaCommand } from "./wdaCommand.js";

/** A finger's way over the screen, in points. */
export interface Stroke {
  readonly from: Point;
  readonly to: Point;
  readonly durationMs: number;
}

const TAP_MS = 50;
/** Twice iOS's own threshold for a long press. */
const LONG_PRESS_MS = 1_000;
/** A finger that moves at once is taken for a scroll, one that rests first may be taken for a drag. */
const SWIPE_REST_MS = 0;

/** One short touch. */
export function tapCommand(at: Point): WdaCommand {
  return touch({ what: "tap", at, steps: [{ type: "pause", duration: TAP_MS }], lastsMs: TAP_MS });
}

/** A touch that stays long enough to open a menu. */
export function longPressCommand(at: Point): WdaCommand {
  const steps = [{ type: "pause", duration: LONG_PRESS_MS }];
  return touch({ what: "press long", at, steps, lastsMs: LONG_PRESS_MS });
}

/** A stroke at even speed. The command lasts as long as the stroke. */
export function swipeCommand({ from, to, durationMs }: Stroke): WdaCommand {
  const steps = [
    { type: "pause", duration: SWIPE_REST_MS },
    { type: "pointerMove", duration: Math.round(durationMs), x: to.x, y: to.y, origin: "viewport" },
  ];
  return touch({ what: "swipe", at: from, steps, lastsMs: durationMs });
}

/** https://www.w3.org/TR/webdriver2/#actions */
function touch(finger: {
  readonly what: string;
  readonly at: Point;
  readonly steps: readonly object[];
  readonly lastsMs: number;
}): WdaCommand {
  const { what, at, steps, lastsMs } = finger;
  const actions = [
    { type: "pointerMove", duration: 0, x: at.x, y: at.y, origin: "viewport" },
    { type: "pointerDown", button: 0 },
    ...steps,
    { type: "pointerUp", button: 0 },
  ];
  return {
    method: "POST",
    path: "/actions",
    body: { actions: [{ type: "pointer", id: "finger", parameters: { pointerType: "touch" }, actions }] },
    what,
    intent: "acts",
    timeoutMs: WDA_TIMEOUT_MS + lastsMs,
  };
}
