import type { UiAction } from "./uiState.js";

/** Width and height of every lab phone's screen, in pixels, and its density. */
export const SCREEN = { widthPx: 720, heightPx: 1600, densityDpi: 320 } as const;

/** A rectangle in pixels; right and bottom are exclusive. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** How a node is drawn, and with it which Android class it plays. */
export type Look =
  | "group"
  | "title"
  | "caption"
  | "row"
  | "row_title"
  | "row_summary"
  | "switch"
  | "button"
  | "field"
  | "app_icon"
  | "up_button"
  | "list"
  | "keyguard_clock";

/** One node of the screen: what the dump prints, what the picture shows and what a finger does are all read from it. */
export interface ViewNode {
  readonly look: Look;
  /** The part of the resource id after `package:id/`. */
  readonly id: string | undefined;
  readonly text: string;
  /** The content description. */
  readonly label: string;
  readonly box: Box;
  readonly onTap: UiAction | undefined;
  readonly onLongPress: UiAction | undefined;
  readonly isChecked: boolean | undefined;
  readonly field: FieldLook | undefined;
  readonly scroll: Scroll | undefined;
  readonly children: readonly ViewNode[];
}

/** What only a text field has. */
export interface FieldLook {
  readonly hint: string;
  readonly isFocused: boolean;
  readonly isPassword: boolean;
}

/** What only a list has: its name, how far it is scrolled and how far it can be. */
export interface Scroll {
  readonly list: string;
  readonly atPx: number;
  readonly maxPx: number;
}

/** What is on the screen. */
export interface View {
  /** Package of the window in front. */
  readonly appId: string;
  /** Its activity, in full. */
  readonly activity: string;
  readonly root: ViewNode;
}

/** Makes a node; what is not given is absent. */
export function node(look: Look, box: Box, rest: Partial<Omit<ViewNode, "look" | "box">> = {}): ViewNode {
  return {
    look,
    box,
    id: undefined,
    text: "",
    label: "",
    onTap: undefined,
    onLongPress: undefined,
    isChecked: undefined,
    field: undefined,
    scroll: undefined,
    children: [],
    ...rest,
  };
}

/** What a person would call a node: its text, its label, for a field its hint, for a row its first text; else nothing. */
export function captionOf({ look, text, label, field, children }: ViewNode): string | undefined {
  const own = [text, label, field?.hint, look === "row" ? children[0]?.text : undefined];
  return own.find((each) => each !== undefined && each !== "");
}

/** The nodes under a point, outermost first; empty when the point is off the screen. */
export function nodesAt(root: ViewNode, x: number, y: number): readonly ViewNode[] {
  if (x < root.box.left || x >= root.box.right || y < root.box.top || y >= root.box.bottom) return [];
  for (const child of root.children.toReversed()) {
    const below = nodesAt(child, x, y);
    if (below.length > 0) return [root, ...below];
  }
  return [root];
}

/** The part of a box that lies inside another, or `undefined` when none does. */
export function clip(box: Box, to: Box): Box | undefined {
  const clipped = {
    left: Math.max(box.left, to.left),
    top: Math.max(box.top, to.top),
    right: Math.min(box.right, to.right),
    bottom: Math.min(box.bottom, to.bottom),
  };
  return clipped.left < clipped.right && clipped.top < clipped.bottom ? clipped : undefined;
}
