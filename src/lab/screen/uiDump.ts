import { type Box, clip, type Look, type View, type ViewNode } from "./view.js";

/** Android class of each look. */
const CLASS_OF_LOOK: Readonly<Record<Look, string>> = {
  group: "android.widget.FrameLayout",
  title: "android.widget.TextView",
  caption: "android.widget.TextView",
  row: "android.widget.LinearLayout",
  row_title: "android.widget.TextView",
  row_summary: "android.widget.TextView",
  switch: "android.widget.Switch",
  button: "android.widget.Button",
  field: "android.widget.EditText",
  app_icon: "android.widget.TextView",
  up_button: "android.widget.ImageButton",
  list: "androidx.recyclerview.widget.RecyclerView",
  keyguard_clock: "android.widget.TextView",
};

/** From this API level on, nodes have three more attributes. */
const LONG_ATTRIBUTES_API_LEVEL = 34;

const XML_DECLARATION = `<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>`;

/** The XML that `uiautomator dump` writes for a view, in one line and without a newline at its end. */
export function toUiDump(view: View, apiLevel: number): string {
  return XML_DECLARATION + hierarchyXml(view, apiLevel);
}

/** The same for `uiautomator dump --windows`: every window of every display, of which a lab phone has one. */
export function toWindowsDump(view: View, apiLevel: number): string {
  const { right, bottom } = view.root.box;
  const window = `<window index="0" id="1" title="${escapeXml(view.activity)}" type="TYPE_APPLICATION" layer="0" active="true" focused="true" bounds="[0,0][${right},${bottom}]">`;
  return `${XML_DECLARATION}<displays><display id="0">${window}${hierarchyXml(view, apiLevel)}</window></display></displays>`;
}

function hierarchyXml(view: View, apiLevel: number): string {
  const root = nodeXml(view.root, 0, {
    appId: view.appId,
    hasLongAttributes: apiLevel >= LONG_ATTRIBUTES_API_LEVEL,
    window: view.root.box,
  });
  return `<hierarchy rotation="0">${root}</hierarchy>`;
}

interface DumpOptions {
  readonly appId: string;
  readonly hasLongAttributes: boolean;
  /** What is outside of it is not on the screen, and left out. */
  readonly window: Box;
}

function nodeXml(node: ViewNode, index: number, options: DumpOptions): string {
  const box = clip(node.box, options.window);
  if (box === undefined) return "";
  const isField = node.field !== undefined;
  const isPressable = node.onTap !== undefined;
  const { left, top, right, bottom } = box;
  const attributes: readonly (readonly [string, string | number | boolean])[] = [
    ["index", index],
    ["text", shownText(node)],
    ["resource-id", node.id === undefined ? "" : `${options.appId}:id/${node.id}`],
    ["class", CLASS_OF_LOOK[node.look]],
    ["package", options.appId],
    ["content-desc", node.label],
    ["checkable", node.isChecked !== undefined],
    ["checked", node.isChecked ?? false],
    ["clickable", isPressable],
    ["enabled", true],
    ["focusable", isPressable || isField],
    ["focused", node.field?.isFocused ?? false],
    ["scrollable", (node.scroll?.maxPx ?? 0) > 0],
    ["long-clickable", node.onLongPress !== undefined || isField],
    ["password", node.field?.isPassword ?? false],
    ["selected", false],
    ["bounds", `[${left},${top}][${right},${bottom}]`],
    ...(options.hasLongAttributes
      ? ([
          ["drawing-order", index + 1],
          ["hint", node.field?.hint ?? ""],
          ["display-id", 0],
        ] as const)
      : []),
  ];
  const opening = attributes.map(([name, value]) => `${name}="${escapeXml(String(value))}"`).join(" ");
  const inside = { ...options, window: box };
  const children = node.children.map((child, place) => nodeXml(child, place, inside)).join("");
  return children === "" ? `<node ${opening} />` : `<node ${opening}>${children}</node>`;
}

/** An empty field shows its hint as its text, and a password only how long it is. */
export function shownText(node: ViewNode): string {
  if (node.field === undefined) return node.text;
  if (node.text === "") return node.field.hint;
  return node.field.isPassword ? "•".repeat([...node.text].length) : node.text;
}

/** Escapes text for an XML attribute or text node; characters that XML cannot hold become a dot, as Android does it. */
export function escapeXml(text: string): string {
  return (
    text
      // eslint-disable-next-line no-control-regex -- these are what XML 1.0 forbids
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu, ".")
      .replace(/[&<>"'\n\t\r]/g, (character) => XML_ESCAPES[character] ?? `&#${character.charCodeAt(0)};`)
  );
}

const XML_ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};
