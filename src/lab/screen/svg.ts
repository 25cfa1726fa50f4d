import { assertNever } from "../../core/assertNever.js";
import { type Colours, coloursOf, type Palette } from "./colours.js";
import { escapeXml, shownText } from "./uiDump.js";
import { type Box, SCREEN, type View, type ViewNode } from "./view.js";

/** The one family that is loaded for the pictures. */
export const FONT_FAMILY = "DejaVu Sans";
/** Mean width of a character of it, as a share of its size; measured over English text. */
const GLYPH_WIDTH = { regular: 0.56, bold: 0.65 } as const;

const SIZE = `width="${SCREEN.widthPx}" height="${SCREEN.heightPx}"`;
const CARD_RADIUS_PX = 28;

/** What frames the picture of a view. */
export interface Frame {
  readonly palette: Palette;
  /** Stands in the status bar beside the clock, so that a picture tells whose it is. */
  readonly owner: string;
}

/** The screen as an SVG document of the screen's size. */
export function toSvg(view: View, { palette, owner }: Frame): string {
  const colours = coloursOf(palette);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" ${SIZE} font-family="${FONT_FAMILY}">`,
    `<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1">`,
    `<stop offset="0" stop-color="${colours.sky}"/><stop offset="0.55" stop-color="${colours.paper}"/>`,
    `</linearGradient></defs><rect ${SIZE} fill="url(#sky)"/>`,
    statusBar(owner, colours),
    draw(view.root, colours),
    `<rect x="260" y="${SCREEN.heightPx - 28}" width="200" height="8" rx="4" fill="${colours.faintInk}"/>`,
    "</svg>",
  ].join("");
}

/** A display that is off. */
export const BLACK_SVG = `<svg xmlns="http://www.w3.org/2000/svg" ${SIZE}><rect ${SIZE} fill="#000"/></svg>`;

function statusBar(owner: string, { ink, faintInk }: Colours): string {
  const clock = text("9:41", { left: 32, top: 0, right: 200, bottom: 56 }, { size: 24, fill: ink, isBold: true });
  const name = text(owner, { left: 112, top: 0, right: 560, bottom: 56 }, { size: 20, fill: faintInk });
  const bars = [8, 13, 18, 23].map(
    (height, index) =>
      `<rect x="${588 + index * 9}" y="${40 - height}" width="6" height="${height}" rx="2" fill="${ink}"/>`,
  );
  const battery =
    `<rect x="636" y="18" width="46" height="22" rx="6" fill="none" stroke="${ink}" stroke-width="2"/>` +
    `<rect x="640" y="22" width="32" height="14" rx="3" fill="${ink}"/>` +
    `<rect x="684" y="25" width="4" height="8" rx="2" fill="${ink}"/>`;
  return clock + name + bars.join("") + battery;
}

function draw(node: ViewNode, colours: Colours): string {
  const { box } = node;
  switch (node.look) {
    case "group":
    case "row":
      return drawChildren(node, colours);
    case "list":
      return drawList(node, colours);
    case "title":
      return text(node.text, box, { size: 44, fill: colours.ink, isBold: true });
    case "caption":
      return text(node.text, box, { size: 26, fill: colours.faintInk });
    case "row_title":
      return text(node.text, box, { size: 30, fill: colours.ink });
    case "row_summary":
      return text(node.text, box, { size: 24, fill: colours.faintInk });
    case "switch":
      return drawSwitch(node, colours);
    case "button": {
      const style = { size: 30, fill: colours.onAccent, isBold: true, isCentred: true };
      return `<rect ${placed(box)} rx="48" fill="${colours.accent}"/>${text(node.text, box, style)}`;
    }
    case "field":
      return drawField(node, colours);
    case "app_icon":
      return drawAppIcon(node, colours);
    case "up_button":
      return `<path d="M${box.left + 60} ${box.top + 30} l-18 18 l18 18" fill="none" stroke="${colours.ink}" stroke-width="5" stroke-linecap="round" stroke-linejoin="round"/>`;
    case "keyguard_clock":
      // Seen by tools only: the display is off.
      return "";
    default:
      return assertNever(node.look);
  }
}

function drawChildren(node: ViewNode, colours: Colours): string {
  return node.children.map((child) => draw(child, colours)).join("");
}

/** A card with the rows inside it, cut at its round corners; a bar at its side shows where one is. */
function drawList(node: ViewNode, colours: Colours): string {
  const { box, scroll, children } = node;
  const card = `<rect ${placed(box)} rx="${CARD_RADIUS_PX}" fill="${colours.card}"/>`;
  const lines = children
    .slice(1)
    .map(
      (row) =>
        `<rect x="${box.left + 24}" y="${row.box.top}" width="${box.right - box.left - 48}" height="2" fill="${colours.line}"/>`,
    );
  const rows = drawChildren(node, colours);
  const bar = scroll === undefined || scroll.maxPx === 0 ? "" : scrollBar(box, { scroll, fill: colours.line });
  const clipping = `<clipPath id="card"><rect ${placed(box)} rx="${CARD_RADIUS_PX}"/></clipPath>`;
  return `${clipping}${card}<g clip-path="url(#card)">${lines.join("")}${rows}</g>${bar}`;
}

function scrollBar(
  box: Box,
  { scroll, fill }: { readonly scroll: { readonly atPx: number; readonly maxPx: number }; readonly fill: string },
): string {
  const room = box.bottom - box.top - 2 * CARD_RADIUS_PX;
  const thumb = Math.max(48, (room * room) / (room + scroll.maxPx));
  const top = box.top + CARD_RADIUS_PX + ((room - thumb) * scroll.atPx) / scroll.maxPx;
  return `<rect x="${box.right - 12}" y="${top.toFixed(1)}" width="6" height="${thumb.toFixed(1)}" rx="3" fill="${fill}"/>`;
}

function drawSwitch({ box, isChecked }: ViewNode, colours: Colours): string {
  const centreY = (box.top + box.bottom) / 2;
  return isChecked === true
    ? `<rect ${placed(box)} rx="28" fill="${colours.accent}"/><circle cx="${box.right - 28}" cy="${centreY}" r="20" fill="${colours.onAccent}"/>`
    : `<rect ${placed(box)} rx="28" fill="none" stroke="${colours.faintInk}" stroke-width="3"/><circle cx="${box.left + 28}" cy="${centreY}" r="14" fill="${colours.faintInk}"/>`;
}

function drawField(node: ViewNode, colours: Colours): string {
  const { box } = node;
  const isFocused = node.field?.isFocused ?? false;
  const border = isFocused
    ? `stroke="${colours.accent}" stroke-width="5"`
    : `stroke="${colours.line}" stroke-width="3"`;
  const inner = { ...box, left: box.left + 32, right: box.right - 32 };
  const isEmpty = node.text === "";
  const caret = isFocused ? "▏" : "";
  const content = isEmpty ? caret + shownText(node) : shownText(node) + caret;
  const style = { size: 30, fill: isEmpty ? colours.faintInk : colours.ink, cut: "start" } as const;
  return `<rect ${placed(box)} rx="24" fill="${colours.card}" ${border}/>${text(content, inner, style)}`;
}

function drawAppIcon(node: ViewNode, colours: Colours): string {
  const { box } = node;
  const centreX = (box.left + box.right) / 2;
  const circle = `<circle cx="${centreX}" cy="${box.top + 60}" r="52" fill="${colours.card}" stroke="${colours.line}" stroke-width="2"/>`;
  const glyph = ICON_GLYPHS.get(node.text) ?? node.text.slice(0, 1);
  const glyphBox = { ...box, top: box.top + 8, bottom: box.top + 112 };
  const captionBox = { ...box, top: box.bottom - 48 };
  return (
    circle +
    text(glyph, glyphBox, { size: 52, fill: colours.accent, isCentred: true }) +
    text(node.text, captionBox, { size: 26, fill: colours.ink, isCentred: true })
  );
}

/** Characters that the font has and that look like the app. */
const ICON_GLYPHS: ReadonlyMap<string, string> = new Map([
  ["Settings", "⚙"],
  ["Notes", "✎"],
  ["Contacts", "☎"],
]);

interface TextStyle {
  readonly size: number;
  readonly fill: string;
  readonly isBold?: boolean;
  readonly isCentred?: boolean;
  /** Which end of a long text gives way: its start in a field, where the caret is at its end. */
  readonly cut?: "start" | "end";
}

function text(content: string, box: Box, style: TextStyle): string {
  const room = Math.floor(
    (box.right - box.left) / (style.size * GLYPH_WIDTH[style.isBold === true ? "bold" : "regular"]),
  );
  const shown = escapeXml(cutTo(content, room, style.cut ?? "end"));
  const isCentred = style.isCentred === true;
  const x = isCentred ? (box.left + box.right) / 2 : box.left;
  const baseline = (box.top + box.bottom) / 2 + style.size * 0.36;
  const anchor = isCentred ? ` text-anchor="middle"` : "";
  const weight = style.isBold === true ? ` font-weight="bold"` : "";
  return `<text x="${x}" y="${baseline.toFixed(1)}" font-size="${style.size}" fill="${style.fill}"${anchor}${weight} xml:space="preserve">${shown}</text>`;
}

function cutTo(content: string, room: number, cut: "start" | "end"): string {
  const characters = [...content];
  if (characters.length <= room) return content;
  return cut === "end" ? `${characters.slice(0, room - 1).join("")}…` : `…${characters.slice(1 - room).join("")}`;
}

function placed({ left, top, right, bottom }: Box): string {
  return `x="${left}" y="${top}" width="${right - left}" height="${bottom - top}"`;
}
