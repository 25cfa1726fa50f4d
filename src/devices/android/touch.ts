import type { Point } from "../deviceDriver.js";
import { COMMAND_TIMEOUT_MS, type DeviceShell } from "./deviceShell.js";
import { runAction } from "./runAction.js";
import { shell } from "./shellCommand.js";

/** Twice Android's own threshold for a long press. */
const LONG_PRESS_MS = 1_000;

/** A finger's way over the screen. */
export interface Stroke {
  readonly from: Point;
  readonly to: Point;
  readonly durationMs: number;
}

/** One short touch. */
export async function tap(device: DeviceShell, point: Point, signal: AbortSignal): Promise<void> {
  const { x, y } = toPixel(point);
  await runAction(device, { command: shell`input tap ${x} ${y}`, what: "tap" }, signal);
}

/** A touch that stays long enough to open a menu: a stroke that goes nowhere. */
export async function longPress(device: DeviceShell, point: Point, signal: AbortSignal): Promise<void> {
  await stroke(device, { from: point, to: point, durationMs: LONG_PRESS_MS, what: "press long" }, signal);
}

/** A stroke at even speed. The command lasts as long as the stroke. */
export async function swipe(device: DeviceShell, way: Stroke, signal: AbortSignal): Promise<void> {
  await stroke(device, { ...way, what: "swipe" }, signal);
}

async function stroke(
  device: DeviceShell,
  way: Stroke & { readonly what: string },
  signal: AbortSignal,
): Promise<void> {
  const from = toPixel(way.from);
  const to = toPixel(way.to);
  const durationMs = Math.round(way.durationMs);
  const command = shell`input swipe ${from.x} ${from.y} ${to.x} ${to.y} ${durationMs}`;
  await runAction(device, { command, what: way.what, timeoutMs: COMMAND_TIMEOUT_MS + durationMs }, signal);
}

function toPixel({ x, y }: Point): Point {
  return { x: Math.round(x), y: Math.round(y) };
}
