import { quoteText } from "../../../core/quoteText.js";
import { Refusal } from "../../../core/refusal.js";
import type { Point, Screenshot, UiTree } from "../../deviceDriver.js";
import { parsePicture } from "../../picture.js";
import { asNumber, asText, propertyOf, reach } from "../foreignJson.js";
import { commandFailed } from "../../deviceRefusals.js";
import { WDA_TIMEOUT_MS, type WdaLine, askWda, runOnWda } from "./wdaCommand.js";
import { toWdaTree } from "./wdaTree.js";

/** What of each element is not asked for, as no one here reads it and reading it takes long. */
const UNREAD_ATTRIBUTES = "frame,accessible,nativeFrame,nativeAccessibilityElement,traits,minValue,maxValue";
const SOURCE_PATH = `/source?format=json&excluded_attributes=${UNREAD_ATTRIBUTES}`;
/** A large screen takes its app long to describe. */
const SOURCE_TIMEOUT_MS = 2 * WDA_TIMEOUT_MS;

/** A screen as its WDA measures it, in its present orientation. */
export interface WdaScreenSize {
  readonly widthPx: number;
  readonly heightPx: number;
  /** Device pixels per point. */
  readonly scale: number;
}

/** The size of the screen. @throws Refusal `command_failed` when the WDA does not tell it. */
export async function readScreenSize(line: WdaLine, signal: AbortSignal): Promise<WdaScreenSize> {
  const what = "tell the size of its screen";
  const value = await runOnWda(line, { method: "GET", path: "/wda/screen", what, intent: "reads" }, signal);
  const scale = asNumber(propertyOf(value, "scale"));
  const width = asNumber(reach(value, "screenSize", "width"));
  const height = asNumber(reach(value, "screenSize", "height"));
  if (scale === undefined || scale <= 0 || width === undefined || height === undefined) {
    throw commandFailed(line.deviceId, { what, output: JSON.stringify(value) });
  }
  return { widthPx: Math.round(width * scale), heightPx: Math.round(height * scale), scale };
}

/** From device pixels to the points that a WDA takes. */
export function toPoints(point: Point, scale: number): Point {
  return { x: point.x / scale, y: point.y / scale };
}

/**
 * What is on the screen: the tree of the app in front, which is the home screen's own where an alert of the system covers
 * the app.
 *
 * @throws Refusal `ui_dump_failed` quoting the WDA, or saying that the app gives an empty tree.
 */
export async function readWdaTree(line: WdaLine, scale: number, signal: AbortSignal): Promise<UiTree> {
  const what = "give its UI tree";
  const command = { method: "GET", path: SOURCE_PATH, what, intent: "reads", timeoutMs: SOURCE_TIMEOUT_MS } as const;
  const reply = await askWda(line, command, signal);
  if (reply.is === "refused") throw uiDumpFailed(line.deviceId, reply.message || reply.error);
  const tree = toWdaTree(reply.value, scale);
  if (tree.is === "no_tree") throw uiDumpFailed(line.deviceId, tree.why);
  const app = await askWda(
    line,
    { method: "GET", path: "/wda/activeAppInfo", what: "name the app in front", intent: "reads" },
    signal,
  );
  const foregroundApp = app.is === "value" ? asText(propertyOf(app.value, "bundleId")) : undefined;
  return { roots: [tree.root], foregroundApp, isScreenOn: await readIsScreenOn(line, signal) };
}

/** A picture of the screen as it is turned. @throws Refusal `screenshot_blocked` quoting the WDA. */
export async function takeWdaScreenshot(line: WdaLine, signal: AbortSignal): Promise<Screenshot> {
  const command = { method: "GET", path: "/screenshot", what: "take a screenshot", intent: "reads" } as const;
  const reply = await askWda(line, command, signal);
  const base64 = reply.is === "value" ? asText(reply.value) : undefined;
  const picture = parsePicture(Buffer.from(base64 ?? "", "base64"));
  if (picture === undefined) {
    const said = reply.is === "refused" ? reply.message || reply.error : "it gave nothing that is a PNG";
    throw screenshotBlocked(line.deviceId, said);
  }
  return { ...picture, isScreenOn: await readIsScreenOn(line, signal) };
}

/** Whether the screen is unlocked, which on iOS is when it can be used; `undefined` from a WDA that does not know. */
export async function readIsScreenOn(line: WdaLine, signal: AbortSignal): Promise<boolean | undefined> {
  const command = { method: "GET", path: "/wda/locked", what: "say whether it is locked", intent: "reads" } as const;
  const reply = await askWda(line, command, signal);
  return reply.is === "value" && typeof reply.value === "boolean" ? !reply.value : undefined;
}

/** What there is in the battery; `undefined` on simulators. */
export async function readBatteryPercent(line: WdaLine, signal: AbortSignal): Promise<number | undefined> {
  const command = { method: "GET", path: "/wda/batteryInfo", what: "tell its battery", intent: "reads" } as const;
  const reply = await askWda(line, command, signal);
  const level = reply.is === "value" ? asNumber(propertyOf(reply.value, "level")) : undefined;
  return level === undefined || level < 0 ? undefined : Math.round(level * 100);
}

/** The device gave no picture. */
export function screenshotBlocked(deviceId: string, said: string): Refusal {
  return new Refusal({
    code: "screenshot_blocked",
    message: `"${quoteText(deviceId)}" gave no picture: ${quoteText(said)}.`,
    hint: "Call `observe` without a screenshot, or leave the app that is in front.",
    data: { deviceId },
  });
}

function uiDumpFailed(deviceId: string, output: string): Refusal {
  return new Refusal({
    code: "ui_dump_failed",
    message: `"${quoteText(deviceId)}" gave no UI tree: ${quoteText(output)}.`,
    hint: "Try again; if it stays so, restart the app, or switch the device's accessibility for testing on (Settings, Developer, UI Automation). `captureScreenshot` still works.",
    data: { deviceId, output: quoteText(output) },
  });
}
