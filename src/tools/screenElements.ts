import { hash } from "node:crypto";
import { quoteText } from "../core/quoteText.js";
import type { Bounds, Point, UiNode, UiTree } from "../devices/deviceDriver.js";

/** Base-36 digits of an element id: of 36^7 ids two hardly ever meet among 3000 elements, and then both fit. */
const ID_DIGITS = 7;
const ID_HEX_DIGITS = 12;

/** One node of a screen that says something or can be acted on, as agents are shown it. */
export interface ScreenElement {
  /** Short, and the same for the same screen: made of the node's role, id, text and place in the tree. */
  readonly id: string;
  /** The last word of the platform's class name, for example `Button`. */
  readonly role: string;
  /** Flat and capped; `undefined` for a password's text. */
  readonly text: string | undefined;
  readonly label: string | undefined;
  readonly center: Point;
  /** Child indexes from the root, each followed by a slash: the path of a node within another starts with that one's. */
  readonly path: string;
  readonly node: UiNode;
}

/** Everything on a screen that has a text, a label or an id, or that can be acted on, in the tree's order. */
export function toScreenElements(tree: UiTree): readonly ScreenElement[] {
  const elements: ScreenElement[] = [];
  for (const { node, path } of nodesWithin(tree.roots)) {
    const text = node.isPassword ? undefined : shownText(node.text);
    const label = shownText(node.label);
    const saysSomething = text !== undefined || label !== undefined || shownText(node.resourceId) !== undefined;
    if (!hasArea(node.bounds) || !(saysSomething || canBeActedOn(node))) continue;
    elements.push({
      id: toId(node, path),
      role: shortRole(node.role),
      text,
      label,
      center: centerOf(node.bounds),
      path,
      node,
    });
  }
  return elements;
}

/** Depth first, with a stack of its own: a tree from a device may be deeper than calls can nest. */
function* nodesWithin(roots: readonly UiNode[]): Generator<{ readonly node: UiNode; readonly path: string }> {
  const stack = toVisit(roots, "");
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    yield next;
    for (const child of toVisit(next.node.children, next.path)) stack.push(child);
  }
}

function toVisit(nodes: readonly UiNode[], parentPath: string): { readonly node: UiNode; readonly path: string }[] {
  return nodes.map((node, index) => ({ node, path: `${parentPath}${index}/` })).reverse();
}

function hasArea({ left, top, right, bottom }: Bounds): boolean {
  return right > left && bottom > top;
}

function canBeActedOn(node: UiNode): boolean {
  return node.isClickable || node.isScrollable || node.isFocused || node.isPassword || node.isChecked !== undefined;
}

function shownText(text: string | undefined): string | undefined {
  const shown = quoteText(text ?? "");
  return shown === "" ? undefined : shown;
}

function shortRole(role: string): string {
  return quoteText(role.replace(/^.*\./s, "").replace(/^XCUIElementType/, ""));
}

function centerOf(bounds: Bounds): Point {
  return { x: Math.floor((bounds.left + bounds.right) / 2), y: Math.floor((bounds.top + bounds.bottom) / 2) };
}

function toId(node: UiNode, path: string): string {
  // A hash of a password could be guessed.
  const text = node.isPassword ? undefined : node.text;
  const what = JSON.stringify([node.role, node.resourceId, text, path]);
  const digits = Number.parseInt(hash("sha256", what).slice(0, ID_HEX_DIGITS), 16).toString(36);
  return `e${digits.padStart(ID_DIGITS, "0").slice(-ID_DIGITS)}`;
}
