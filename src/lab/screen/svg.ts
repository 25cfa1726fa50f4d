import { assertNever } from "../../core/assertNever.js";
import { escapeXml, shownText } from "./uiDump.js";
import { type Box, SCREEN, type View, type ViewNode } from "./view.js";

/** What colours a picture has. */
export interface Palette {
  readonly hue: number;
  readonly isDark: boolean;
}

interface Colours {
  readonly paper: string;
  readonly card: string;
  readonly ink: string;
  readonly faintInk: string;
  readonly line: string;
  readonly accent: string;
  readonly onAccent: string;
}

/** The two families that `renderPng` loads. */
const FONT_FAMILY = "DejaVu Sans";
/** Mean width of a character of that font, as a share of its size; measured over English text. */
const MEAN_GLYPH_WIDTH = 0.56;

/** The screen as an SVG document of the screen's size. */
export function toSvg(view: View, palette: Palette): string {
  const colours = coloursOf(palette);
  const { widthPx: width, heightPx: height } = SCREEN;
  const size = `width="${String(width)}" height="${String(height)}"`;
  const background =
    view.root.children.length > 0
      ? `<defs><linearGradient id="paper" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${hsl(palette.hue, 60, palette.isDark ? 16 : 86)}"/><stop offset="0.55" stop-color="${colours.paper}"/></linearGradient></defs><rect ${size} fill="url(#paper)"/>`
      : `<rect ${size} fill="#000"/>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" ${size} viewBox="0 0 ${String(width)} ${String(height)}" font-family="${FONT_FAMILY}">`,
    background,
    statusBar(colours),
    draw(view.root, colours),
    `<rect x="260" y="${String(height - 28)}" width="200" height="8" rx="4" fill="${colours.faintInk}"/>`,
    "</svg>",
  ].join("");
}

/** A display that is off. */
export function blackSvg(): string {
  const size = `width="${String(SCREEN.widthPx)}" height="${String(SCREEN.heightPx)}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}><rect ${size} fill="#000"/></svg>`;
}

function coloursOf({ hue, isDark }: Palette): Colours {
  return isDark
    ? {
        paper: hsl(hue, 12, 9),
        card: hsl(hue, 14, 16),
        ink: hsl(hue, 15, 93),
        faintInk: hsl(hue, 8, 66),
        line: hsl(hue, 10, 26),
        accent: hsl(hue, 65, 72),
        onAccent: hsl(hue, 60, 14),
      }
    : {
        paper: hsl(hue, 40, 97),
        card: "#ffffff",
        ink: hsl(hue, 30, 13),
        faintInk: hsl(hue, 10, 40),
        line: hsl(hue, 22, 88),
        accent: hsl(hue, 65, 38),
        onAccent: "#ffffff",
      };
}

/** resvg reads hex colours only, so HSL is computed here. https://www.w3.org/TR/css-color-4/#hsl-to-rgb */
function hsl(hue: number, saturationPercent: number, lightnessPercent: number): string {
  const lightness = lightnessPercent / 100;
  const spread = (saturationPercent / 100) * Math.min(lightness, 1 - lightness);
  const channel = (offset: number): string => {
    const position = (offset + hue / 30) % 12;
    const value = lightness - spread * Math.max(-1, Math.min(position - 3, 9 - position, 1));
    return Math.round(value * 255)
      .toString(16)
      .padStart(2, "0");
  };
  return `#${channel(0)}${channel(8)}${channel(4)}`;
}

function statusBar(colours: Colours): string {
  const clock = text(
    "9:41",
    { left: 32, top: 0, right: 200, bottom: 56 },
    { size: 24, fill: colours.ink, isBold: true },
  );
  const battery = `<rect x="636" y="18" width="46" height="22" rx="6" fill="none" stroke="${colours.ink}" stroke-width="2"/><rect x="640" y="22" width="32" height="14" rx="3" fill="${colours.ink}"/><rect x="684" y="25" width="4" height="8" rx="2" fill="${colours.ink}"/>`;
  const bars = [0, 1, 2, 3]
    .map((bar) => {
      const height = 8 + bar * 5;
      return `<rect x="${String(588 + bar * 9)}" y="${String(40 - height)}" width="6" height="${String(height)}" rx="2" fill="${colours.ink}"/>`;
    })
    .join("");
  return clock + bars + battery;
}

function draw(node: ViewNode, colours: Colours): string {
  return drawSelf(node, colours) + node.children.map((child) => draw(child, colours)).join("");
}

function drawSelf(node: ViewNode, colours: Colours): string {
  const { box } = node;
  switch (node.look) {
    case "group":
      return "";
    case "list":
      return drawList(node, colours);
    case "title":
      return text(node.text, box, { size: 44, fill: colours.ink, isBold: true });
    case "caption":
      return text(node.text, box, { size: 26, fill: colours.faintInk });
    case "row":
      return `<rect ${at({ left: box.left + 24, top: box.bottom - 2, right: box.right - 24, bottom: box.bottom })} fill="${colours.line}"/>`;
    case "row_title":
      return text(node.text, box, { size: 30, fill: colours.ink });
    case "row_summary":
      return text(node.text, box, { size: 24, fill: colours.faintInk });
    case "switch":
      return drawSwitch(box, node.isChecked ?? false, colours);
    case "button":
      return (
        `<rect ${at(box)} rx="48" fill="${colours.accent}"/>` +
        text(node.text, box, { size: 30, fill: colours.onAccent, isBold: true, isCentred: true })
      );
    case "field":
      return drawField(node, colours);
    case "app_icon":
      return drawAppIcon(node, colours);
    case "up_button":
      return `<path d="M${String(box.left + 60)} ${String(box.top + 30)} l-18 18 l18 18" fill="none" stroke="${colours.ink}" stroke-width="5" stroke-linecap="round" stroke-linejoin="round"/>`;
    case "keyguard_clock":
      return "";
    default:
      return assertNever(node.look);
  }
}

function drawList(node: ViewNode, colours: Colours): string {
  const { box, scroll } = node;
  const card = `<rect ${at(box)} rx="28" fill="${colours.card}"/>`;
  if (scroll === undefined || scroll.maxPx === 0) return card;
  const height = box.bottom - box.top;
  const thumb = Math.max(48, (height * height) / (height + scroll.maxPx));
  const top = box.top + 24 + ((height - 48 - thumb) * scroll.atPx) / scroll.maxPx;
  return `${card}<rect x="${String(box.right - 12)}" y="${top.toFixed(1)}" width="6" height="${thumb.toFixed(1)}" rx="3" fill="${colours.line}"/>`;
}

function drawSwitch(box: Box, isOn: boolean, colours: Colours): string {
  const centre = { x: isOn ? box.right - 28 : box.left + 28, y: (box.top + box.bottom) / 2 };
  const track = isOn ? `fill="${colours.accent}"` : `fill="none" stroke="${colours.faintInk}" stroke-width="3"`;
  return `<rect ${at(box)} rx="28" ${track}/><circle cx="${String(centre.x)}" cy="${String(centre.y)}" r="${isOn ? "20" : "14"}" fill="${isOn ? colours.onAccent : colours.faintInk}"/>`;
}

function drawField(node: ViewNode, colours: Colours): string {
  const { box, field } = node;
  const isFocused = field?.isFocused ?? false;
  const isHint = node.text === "";
  const size = 30;
  const inner = { ...box, left: box.left + 32, right: box.right - 32 };
  const shown = fit(shownText(node), inner, size, "start");
  const border = isFocused
    ? `stroke="${colours.accent}" stroke-width="5"`
    : `stroke="${colours.line}" stroke-width="3"`;
  const caretText = isFocused ? "▏" : "";
  const content = isHint ? caretText + shown : shown + caretText;
  return (
    `<rect ${at(box)} rx="24" fill="${colours.card}" ${border}/>` +
    text(content, inner, { size, fill: isHint ? colours.faintInk : colours.ink, cut: "start" })
  );
}

function drawAppIcon(node: ViewNode, colours: Colours): string {
  const { box } = node;
  const centreX = (box.left + box.right) / 2;
  const circle = `<circle cx="${String(centreX)}" cy="${String(box.top + 60)}" r="52" fill="${colours.card}" stroke="${colours.line}" stroke-width="2"/>`;
  const glyphBox = { ...box, top: box.top + 8, bottom: box.top + 112 };
  const captionBox = { ...box, top: box.bottom - 48 };
  return (
    circle +
    text(ICON_GLYPHS.get(node.text) ?? node.text.slice(0, 1), glyphBox, {
      size: 52,
      fill: colours.accent,
      isCentred: true,
    }) +
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
  /** Which end gives way when the text is too long: its start in a field, where the caret is at its end. */
  readonly cut?: "start" | "end";
}

function text(content: string, box: Box, style: TextStyle): string {
  const x = style.isCentred === true ? (box.left + box.right) / 2 : box.left;
  const anchor = style.isCentred === true ? ` text-anchor="middle"` : "";
  const weight = style.isBold === true ? ` font-weight="bold"` : "";
  const baseline = (box.top + box.bottom) / 2 + style.size * 0.36;
  const shown = escapeXml(fit(content, box, style.size, style.cut ?? "end"));
  return `<text x="${String(x)}" y="${baseline.toFixed(1)}" font-size="${String(style.size)}" fill="${style.fill}"${anchor}${weight} xml:space="preserve">${shown}</text>`;
}

function fit(content: string, box: Box, size: number, cut: "start" | "end"): string {
  const characters = [...content];
  const room = Math.floor((box.right - box.left) / (size * MEAN_GLYPH_WIDTH));
  if (characters.length <= room) return content;
  return cut === "end" ? `${characters.slice(0, room - 1).join("")}…` : `…${characters.slice(1 - room).join("")}`;
}

function at(box: Box): string {
  return `x="${String(box.left)}" y="${String(box.top)}" width="${String(box.right - box.left)}" height="${String(box.bottom - box.top)}"`;
}
