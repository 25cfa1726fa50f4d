import { SaxesParser, type SaxesTagPlain } from "saxes";
import type { Breathe } from "../../core/breathe.js";
import type { Bounds, UiNode } from "../deviceDriver.js";

/** A UI dump as a tree, or why it is none. */
export type UiDump =
  { readonly is: "tree"; readonly roots: readonly UiNode[] } | { readonly is: "no_tree"; readonly why: string };

/** Deeper nodes hang on their ancestor at this depth, so that who walks the tree by recursion stays safe. */
const DEEPEST = 200;

/** Read at one go, in UTF-16 code units: one or two milliseconds' work. The largest dumps have some hundred of these. */
const SLICE_LENGTH = 64 * 1024;

const NOWHERE: Bounds = { left: 0, top: 0, right: 0, bottom: 0 };

type GrowingNode = UiNode & { readonly children: UiNode[] };

interface Progress {
  isWhole: boolean;
  firstError: string | undefined;
}

/**
 * Reads the XML of `uiautomator dump`. Text around the document is skipped, unknown attributes and broken ones are
 * tolerated, a node without bounds lies nowhere. Takes a breath between slices, so that a large screen holds up nobody else.
 * Never rejects.
 */
export async function parseUiDump(text: string, breathe: Breathe): Promise<UiDump> {
  const start = text.search(/<\?xml|<hierarchy/);
  if (start === -1) return { is: "no_tree", why: text === "" ? "the dump is empty" : text };
  const end = text.lastIndexOf(">") + 1;
  const roots: UiNode[] = [];
  const open: GrowingNode[] = [];
  const progress: Progress = { isWhole: false, firstError: undefined };

  const parser = new SaxesParser();
  parser.on("error", (error) => {
    progress.firstError ??= error.message;
  });
  parser.on("opentag", (tag) => {
    if (tag.name !== "node") return;
    const node = toNode(tag.attributes);
    const parent = open[Math.min(open.length, DEEPEST) - 1];
    (parent?.children ?? roots).push(node);
    open.push(node);
  });
  parser.on("closetag", (tag) => {
    if (tag.name === "node") open.pop();
    if (tag.name === "hierarchy") progress.isWhole = true;
  });
  for (let at = start; at < end; at += SLICE_LENGTH) {
    if (at > start) await breathe();
    parser.write(text.slice(at, Math.min(at + SLICE_LENGTH, end)));
  }
  if (!progress.isWhole) return { is: "no_tree", why: progress.firstError ?? "the dump breaks off in the middle" };
  return { is: "tree", roots };
}

function toNode(attributes: SaxesTagPlain["attributes"]): GrowingNode {
  const is = (name: string) => attributes[name] === "true";
  return {
    role: attributes["class"] ?? "",
    text: present(attributes["text"]),
    label: present(attributes["content-desc"]),
    resourceId: present(attributes["resource-id"]),
    appId: present(attributes["package"]),
    bounds: parseBounds(attributes["bounds"]),
    isClickable: is("clickable"),
    isEnabled: is("enabled"),
    isFocused: is("focused"),
    isScrollable: is("scrollable"),
    isChecked: is("checkable") ? is("checked") : undefined,
    isPassword: is("password"),
    children: [],
  };
}

/** `[left,top][right,bottom]`. */
function parseBounds(text: string | undefined): Bounds {
  const match = /^\[(-?\d+),(-?\d+)\]\[(-?\d+),(-?\d+)\]$/.exec(text ?? "");
  if (match === null) return NOWHERE;
  const [left = 0, top = 0, right = 0, bottom = 0] = match.slice(1).map(Number);
  return { left, top, right, bottom };
}

function present(text: string | undefined): string | undefined {
  return text === undefined || text === "" ? undefined : text;
}
