import type { FieldName, SwitchName, UiAction, UiState } from "./uiState.js";
import { type Box, clip, node, SCREEN, type ViewNode } from "./view.js";

/** Where an app may draw: below the status bar, above the navigation bar. */
export const CONTENT: Box = { left: 0, top: 56, right: SCREEN.widthPx, bottom: SCREEN.heightPx - 48 };

const MARGIN_PX = 32;
const APP_BAR_HEIGHT_PX = 112;
const ROW_HEIGHT_PX = 112;
const ROW_PADDING_PX = 24;
const TITLE_HEIGHT_PX = 48;
const SUMMARY_HEIGHT_PX = 36;
const SWITCH = { widthPx: 104, heightPx: 56, fromRightPx: 16 } as const;

/** The first pixel row below the bar of an app. */
export const BELOW_APP_BAR_PX = CONTENT.top + APP_BAR_HEIGHT_PX + 8;

/** A box of this height between the margins. */
export function band(topPx: number, heightPx: number): Box {
  return { left: MARGIN_PX, top: topPx, right: SCREEN.widthPx - MARGIN_PX, bottom: topPx + heightPx };
}

/** The left or right half of such a box, with a gap between the two. */
export function half(side: "left" | "right", topPx: number, heightPx: number): Box {
  const whole = band(topPx, heightPx);
  const middle = SCREEN.widthPx / 2;
  return side === "left" ? { ...whole, right: middle - 12 } : { ...whole, left: middle + 12 };
}

/** The bar at the top of an app's first page. */
export function appBar(title: string): readonly ViewNode[] {
  return [node("title", band(CONTENT.top, APP_BAR_HEIGHT_PX), { id: "title", text: title })];
}

/** The bar of a page below: with an arrow that leads back up. */
export function subPageBar(title: string): readonly ViewNode[] {
  const { top } = CONTENT;
  const bottom = top + APP_BAR_HEIGHT_PX;
  const arrow = { left: 8, top: top + 8, right: 104, bottom: bottom - 8 };
  return [
    node("up_button", arrow, { label: "Navigate up", onTap: { kind: "up" } }),
    node("title", { ...band(top, APP_BAR_HEIGHT_PX), left: 112 }, { id: "title", text: title }),
  ];
}

/** What a row of a list shows and does. */
export interface Row {
  readonly id: string;
  readonly title: string;
  readonly summary?: string;
  /** The row then shows and turns this switch. */
  readonly switchName?: SwitchName;
  readonly onTap?: UiAction;
  readonly onLongPress?: UiAction;
}

/** Where a list may be, and what is in it. */
export interface ListSpec {
  readonly name: string;
  /** It ends with its last row when that comes first. */
  readonly box: Box;
  readonly rows: readonly Row[];
}

/** A scrolling list. Rows that are wholly outside it are left out. */
export function list({ name, box, rows }: ListSpec, state: UiState): ViewNode {
  const rowsPx = Math.max(rows.length, 1) * ROW_HEIGHT_PX;
  const shown = { ...box, bottom: Math.min(box.bottom, box.top + rowsPx) };
  const maxPx = rowsPx - (shown.bottom - shown.top);
  const atPx = Math.min(state.scrollPx.get(name) ?? 0, maxPx);
  const children = rows
    .map((row, index) => {
      const top = box.top + index * ROW_HEIGHT_PX - atPx;
      return rowNode(row, { ...box, top, bottom: top + ROW_HEIGHT_PX }, state);
    })
    .filter((child) => clip(child.box, shown) !== undefined);
  return node("list", shown, { id: name, scroll: { list: name, atPx, maxPx }, children });
}

function rowNode(row: Row, box: Box, state: UiState): ViewNode {
  const isOn = row.switchName === undefined ? undefined : state.switches[row.switchName];
  const textPx = TITLE_HEIGHT_PX + (row.summary === undefined ? 0 : SUMMARY_HEIGHT_PX);
  const titleTop = box.top + (ROW_HEIGHT_PX - textPx) / 2;
  const summaryTop = titleTop + TITLE_HEIGHT_PX;
  const textBox = (top: number, height: number): Box => ({
    left: box.left + ROW_PADDING_PX,
    top,
    right: box.right - (isOn === undefined ? ROW_PADDING_PX : SWITCH.widthPx + 2 * SWITCH.fromRightPx),
    bottom: top + height,
  });
  const title = node("row_title", textBox(titleTop, TITLE_HEIGHT_PX), { id: "row_title", text: row.title });
  const summary =
    row.summary === undefined
      ? []
      : [node("row_summary", textBox(summaryTop, SUMMARY_HEIGHT_PX), { id: "row_summary", text: row.summary })];
  const toggle = isOn === undefined ? [] : [node("switch", switchBox(box), { id: "switch_widget", isChecked: isOn })];
  return node("row", box, {
    id: row.id,
    onTap: row.switchName === undefined ? row.onTap : { kind: "toggle", name: row.switchName },
    onLongPress: row.onLongPress,
    children: [title, ...summary, ...toggle],
  });
}

function switchBox(row: Box): Box {
  const right = row.right - SWITCH.fromRightPx;
  const top = row.top + (ROW_HEIGHT_PX - SWITCH.heightPx) / 2;
  return { left: right - SWITCH.widthPx, top, right, bottom: top + SWITCH.heightPx };
}

/** A text field; a tap gives it the keyboard. */
export function field(
  spec: { readonly name: FieldName; readonly box: Box; readonly hint: string },
  state: UiState,
): ViewNode {
  const { name, box, hint } = spec;
  return node("field", box, {
    id: `${name}_field`,
    text: state.fields[name],
    onTap: { kind: "focus", field: name },
    field: { hint, isFocused: state.focus === name, isPassword: name === "pin" },
  });
}

/** A push button with a caption. */
export function button(id: string, box: Box, does: { readonly text: string; readonly onTap: UiAction }): ViewNode {
  return node("button", box, { id, ...does });
}
