import type { Bounds, UiNode } from "../../deviceDriver.js";
import { asList, asNumber, asText, propertyOf } from "../foreignJson.js";

/** The types that take a tap, without `XCUIElementType`. */
const CLICKABLE: ReadonlySet<string> = new Set(
  "Button Cell CheckBox ComboBox DisclosureTriangle Icon Key Link MenuButton MenuItem PickerWheel PopUpButton RadioButton SearchField SecureTextField SegmentedControl Slider Stepper Switch Tab TextField TextView Toggle".split(
    " ",
  ),
);
const SCROLLABLE: ReadonlySet<string> = new Set(["CollectionView", "ScrollView", "Table", "WebView"]);
const CHECKABLE: ReadonlySet<string> = new Set(["CheckBox", "RadioButton", "Switch", "Toggle"]);

/** Deeper elements hang on their ancestor at this depth, so that who walks the tree by recursion stays safe. */
const DEEPEST = 200;

const NOWHERE: Bounds = { left: 0, top: 0, right: 0, bottom: 0 };

/** A WDA's tree as ours, or why it is none. */
export type WdaTree = { readonly is: "tree"; readonly root: UiNode } | { readonly is: "no_tree"; readonly why: string };

/**
 * Reads the value of `/source?format=json`, in which rectangles are in points; `scale` is device pixels per point. An
 * element that is not visible lies nowhere; its children may be visible all the same.
 */
export function toWdaTree(source: unknown, scale: number): WdaTree {
  const type = asText(propertyOf(source, "type"));
  if (type === undefined) return { is: "no_tree", why: "the answer holds no tree" };
  const root = toNode(source, scale, 0);
  const { left, right, top, bottom } = toBounds(propertyOf(source, "rect"), scale);
  // iOS keeps an app's tree to itself while nothing on the device asks for accessibility.
  if (root.children.length === 0 && right <= left && bottom <= top) {
    return { is: "no_tree", why: "the app in front gives an empty tree without a size" };
  }
  return { is: "tree", root };
}

function toNode(element: unknown, scale: number, depth: number): UiNode {
  const type = (asText(propertyOf(element, "type")) ?? "").replace(/^XCUIElementType/, "");
  const value = toValueText(propertyOf(element, "value"));
  const label = asText(propertyOf(element, "label"));
  const isChecked = CHECKABLE.has(type) ? isSet(value) : undefined;
  const children = asList(propertyOf(element, "children"));
  return {
    role: type,
    text: isChecked === undefined ? (value ?? label) : label,
    label,
    resourceId: asText(propertyOf(element, "rawIdentifier")),
    appId: undefined,
    bounds: isSet(propertyOf(element, "isVisible") ?? true) ? toBounds(propertyOf(element, "rect"), scale) : NOWHERE,
    isClickable: CLICKABLE.has(type),
    isEnabled: isSet(propertyOf(element, "isEnabled") ?? true),
    isFocused: isSet(propertyOf(element, "isFocused") ?? false),
    isScrollable: SCROLLABLE.has(type),
    isChecked,
    isPassword: type === "SecureTextField",
    children:
      depth < DEEPEST
        ? children.map((child) => toNode(child, scale, depth + 1))
        : descendants(children).map((each) => toLeaf(each, scale)),
  };
}

function toLeaf(element: object, scale: number): UiNode {
  return toNode({ ...element, children: [] }, scale, DEEPEST);
}

function descendants(elements: readonly unknown[]): readonly object[] {
  const found: object[] = [];
  const stack = [...elements].reverse();
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if (typeof next !== "object" || next === null) continue;
    found.push(next);
    stack.push(...[...asList(propertyOf(next, "children"))].reverse());
  }
  return found;
}

/** The WDA writes some truths as `"1"`, others as `true`. */
function isSet(value: unknown): boolean {
  return value === true || value === 1 || value === "1" || value === "true";
}

function toValueText(value: unknown): string | undefined {
  return typeof value === "number" ? String(value) : asText(value);
}

function toBounds(rect: unknown, scale: number): Bounds {
  const [x, y, width, height] = ["x", "y", "width", "height"].map((name) => asNumber(propertyOf(rect, name)));
  if (x === undefined || y === undefined || width === undefined || height === undefined) return NOWHERE;
  return {
    left: Math.round(x * scale),
    top: Math.round(y * scale),
    right: Math.round((x + width) * scale),
    bottom: Math.round((y + height) * scale),
  };
}
