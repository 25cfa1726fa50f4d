import { type Box, clip, node, SCREEN, type ViewNode } from "./view.js";
import type { FieldName, SwitchName, UiAction, UiState } from "./uiState.js";

/** Where an app may draw: below the status bar, above the navigation bar. */
export const CONTENT: Box = { left: 0, top: 56, right: SCREEN.widthPx, bottom: SCREEN.heightPx - 48 };

export const ROW_HEIGHT_PX = 112;
const MARGIN_PX = 32;
const APP_BAR_HEIGHT_PX = 112;

/** A full-width box between the margins. */
export function band(top: number, height: number): Box {
  return { left: MARGIN_PX, top, right: SCREEN.widthPx - MARGIN_PX, bottom: top + height };
}

/** What a row shows and does. */
export interface Row {
  readonly id: string;
  readonly title: string;
  readonly summary?: string;
  readonly switchName?: SwitchName;
  readonly onTap?: UiAction;
  readonly onLongPress?: UiAction;
}

/** The bar at the top of an app: its title, with an arrow back unless it is the app's first page. */
export function appBar(title: string, hasUp: boolean): readonly ViewNode[] {
  const top = CONTENT.top;
  const bottom = top + APP_BAR_HEIGHT_PX;
  const up = node(
    "up_button",
    { left: 8, top: top + 8, right: 104, bottom: bottom - 8 },
    { label: "Navigate up", onTap: { kind: "up" } },
  );
  const left = hasUp ? 112 : MARGIN_PX;
  const heading = node("title", { left, top, right: SCREEN.widthPx - MARGIN_PX, bottom }, { id: "title", text: title });
  return hasUp ? [up, heading] : [heading];
}

/** The first pixel row below the bar of an app. */
export const BELOW_APP_BAR_PX = CONTENT.top + APP_BAR_HEIGHT_PX + 8;

/** A scrolling list of rows in a box; rows outside it are left out and those at its edge are cut, as Android reports them. */
export function list(name: string, box: Box, rows: readonly Row[], state: UiState): ViewNode {
  const maxPx = Math.max(0, rows.length * ROW_HEIGHT_PX - (box.bottom - box.top));
  const atPx = Math.min(state.scrollPx.get(name) ?? 0, maxPx);
  const children = rows.flatMap((row, index) => {
    const top = box.top + index * ROW_HEIGHT_PX - atPx;
    const whole = { left: box.left, top, right: box.right, bottom: top + ROW_HEIGHT_PX };
    const shown = clip(whole, box);
    return shown === undefined ? [] : [rowNode(row, whole, shown, state)];
  });
  return node("list", box, { id: name, scroll: { list: name, atPx, maxPx }, children });
}

function rowNode(row: Row, whole: Box, shown: Box, state: UiState): ViewNode {
  const isOn = row.switchName === undefined ? undefined : state.switches[row.switchName];
  const hasSummary = row.summary !== undefined;
  const textRight = whole.right - (isOn === undefined ? 24 : 136);
  const titleTop = whole.top + (hasSummary ? 14 : 32);
  const parts = [
    node(
      "row_title",
      { left: whole.left + 24, top: titleTop, right: textRight, bottom: titleTop + 48 },
      { id: "row_title", text: row.title },
    ),
    ...(row.summary === undefined
      ? []
      : [
          node(
            "row_summary",
            { left: whole.left + 24, top: titleTop + 48, right: textRight, bottom: titleTop + 84 },
            { id: "row_summary", text: row.summary },
          ),
        ]),
    ...(isOn === undefined
      ? []
      : [
          node(
            "switch",
            { left: whole.right - 120, top: whole.top + 28, right: whole.right - 16, bottom: whole.top + 84 },
            { id: "switch_widget", isChecked: isOn },
          ),
        ]),
  ];
  const onTap = row.switchName === undefined ? row.onTap : ({ kind: "toggle", name: row.switchName } as const);
  return node("row", shown, {
    id: row.id,
    onTap,
    onLongPress: row.onLongPress,
    children: parts.flatMap((part) => {
      const box = clip(part.box, shown);
      return box === undefined ? [] : [{ ...part, box }];
    }),
  });
}

/** A text field; a tap gives it the keyboard. */
export function field(name: FieldName, box: Box, hint: string, state: UiState): ViewNode {
  return node("field", box, {
    id: `${name}_field`,
    text: state.fields[name],
    onTap: { kind: "focus", field: name },
    field: { hint, isFocused: state.focus === name, isPassword: name === "pin" },
  });
}

/** A push button with a caption. */
export function button(id: string, box: Box, text: string, onTap: UiAction): ViewNode {
  return node("button", box, { id, text, onTap });
}
