import type { UiAction } from "../screen/uiState.js";
import { captionOf, nodesAt, type ViewNode } from "../screen/view.js";
import type { Phone } from "./phone.js";

/** From this long on, a finger that does not move is a long press: Android's default. */
const LONG_PRESS_MS = 500;
/** A finger that moved less far than this did not move. */
const TOUCH_SLOP_PX = 16;

type Pixel = readonly [number, number];

/** A movement of one finger. */
export interface Stroke {
  readonly from: Pixel;
  readonly to: Pixel;
  readonly durationMs: number;
}

/** A finger goes down and up. */
export function tapAt(phone: Phone, x: number, y: number): void {
  const touched = touchedNodes(phone, [x, y]);
  const target = touched.findLast((node) => node.onTap !== undefined) ?? touched.at(-1);
  phone.record({ kind: "tap", x, y, hit: target === undefined ? undefined : captionOf(target) });
  if (target?.onTap !== undefined) phone.act(target.onTap);
}

/** A finger goes down, moves and goes up: a tap or a long press when it stays, else a swipe, which scrolls what is under it. */
export function strokeOn(phone: Phone, stroke: Stroke): void {
  phone.record({ kind: "swipe", ...stroke });
  const touched = touchedNodes(phone, stroke.from);
  const action = hasMoved(stroke) ? scrollAction(touched, stroke) : pressAction(touched, stroke.durationMs);
  if (action !== undefined) phone.act(action);
}

/** A key goes down and up. A sleeping phone hears only the keys that wake it. */
export function pressKey(phone: Phone, keycode: string): void {
  phone.record({ kind: "key", keycode });
  const { isAwake } = phone.ui();
  const action = isAwake ? KEY_ACTIONS.get(keycode) : WAKING_ACTIONS.get(keycode);
  if (action !== undefined) phone.act(action);
  const typed = /^KEYCODE_([A-Z0-9])$/.exec(keycode)?.[1];
  if (isAwake && typed !== undefined) phone.act({ kind: "type", text: typed.toLowerCase() });
}

function touchedNodes(phone: Phone, [x, y]: Pixel): readonly ViewNode[] {
  return phone.ui().isAwake ? nodesAt(phone.view().root, x, y) : [];
}

function hasMoved({ from, to }: Stroke): boolean {
  return Math.hypot(to[0] - from[0], to[1] - from[1]) > TOUCH_SLOP_PX;
}

function pressAction(touched: readonly ViewNode[], durationMs: number): UiAction | undefined {
  if (durationMs < LONG_PRESS_MS) return touched.findLast((node) => node.onTap !== undefined)?.onTap;
  return touched.findLast((node) => node.onLongPress !== undefined)?.onLongPress;
}

function scrollAction(touched: readonly ViewNode[], { from, to }: Stroke): UiAction | undefined {
  const scroll = touched.findLast((node) => node.scroll !== undefined)?.scroll;
  if (scroll === undefined) return undefined;
  const toPx = Math.round(Math.min(Math.max(scroll.atPx + from[1] - to[1], 0), scroll.maxPx));
  return { kind: "scroll", list: scroll.list, toPx };
}

const KEY_ACTIONS: ReadonlyMap<string, UiAction> = new Map<string, UiAction>([
  ["KEYCODE_APP_SWITCH", { kind: "open", page: { app: "recents" } }],
  ["KEYCODE_BACK", { kind: "back" }],
  ["KEYCODE_DEL", { kind: "erase" }],
  ["KEYCODE_ENTER", { kind: "enter" }],
  ["KEYCODE_ESCAPE", { kind: "back" }],
  ["KEYCODE_HOME", { kind: "home" }],
  ["KEYCODE_POWER", { kind: "set_awake", isAwake: false }],
  ["KEYCODE_SLEEP", { kind: "set_awake", isAwake: false }],
  ["KEYCODE_SPACE", { kind: "type", text: " " }],
  ["KEYCODE_VOLUME_DOWN", { kind: "say", status: "Volume down" }],
  ["KEYCODE_VOLUME_UP", { kind: "say", status: "Volume up" }],
]);

const WAKING_ACTIONS: ReadonlyMap<string, UiAction> = new Map<string, UiAction>([
  ["KEYCODE_HOME", { kind: "set_awake", isAwake: true }],
  ["KEYCODE_POWER", { kind: "set_awake", isAwake: true }],
  ["KEYCODE_WAKEUP", { kind: "set_awake", isAwake: true }],
]);
