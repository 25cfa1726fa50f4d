import stringWidth from "fast-string-width";
import { z } from "zod";
import type { Paint } from "../output.js";
import { padTo } from "../table.js";
import { toTerminalLine } from "../terminalText.js";

/** What a phone shows, as lines of text from the top. */
export interface PhoneScreen {
  readonly deviceId: string;
  readonly rows: readonly string[];
}

const ROWS_SHOWN = 6;
const INNER_WIDTH = 30;
const GAP = "  ";
const FRAME_WIDTH = INNER_WIDTH + 4;

const observedSchema = z.object({
  elements: z.array(z.object({ role: z.string(), text: z.string().optional(), y: z.number() })),
});

/** The top of the screen that a result of `observe` describes: what stands side by side on the phone does so here. */
export function toPhoneScreen(deviceId: string, structured: unknown): PhoneScreen {
  const { elements } = observedSchema.parse(structured);
  const rows = new Map<number, string[]>();
  for (const { role, text, y } of elements) {
    if (text !== undefined) rows.set(y, [...(rows.get(y) ?? []), drawElement(role, toTerminalLine(text))]);
  }
  return { deviceId, rows: [...rows.values()].map((row) => row.join(GAP)).slice(0, ROWS_SHOWN) };
}

function drawElement(role: string, text: string): string {
  if (role === "Button") return `[${text}]`;
  return role === "EditText" ? `▏${text}` : text;
}

/** What a drawing needs besides the screens. */
export interface DrawingOptions {
  readonly width: number;
  readonly paint: Paint;
  /** The screens as they were: a row that was not there is marked. */
  readonly before?: readonly PhoneScreen[];
}

/** Phones side by side, as many as the width takes, then the next ones below. */
export function drawPhones(screens: readonly PhoneScreen[], options: DrawingOptions): readonly string[] {
  const perLine = Math.max(1, Math.floor((options.width + GAP.length) / (FRAME_WIDTH + GAP.length)));
  const phones = screens.map((screen) => drawPhone(screen, options));
  const lines = Array.from({ length: Math.ceil(phones.length / perLine) }, (_, line) => {
    return phones.slice(line * perLine, (line + 1) * perLine);
  });
  return lines.flatMap(([first = [], ...others]) => {
    return first.map((row, index) => [row, ...others.map((phone) => phone[index] ?? "")].join(GAP));
  });
}

function drawPhone({ deviceId, rows }: PhoneScreen, { paint, before }: DrawingOptions): readonly string[] {
  const known = before?.find((screen) => screen.deviceId === deviceId)?.rows;
  const inner = Array.from({ length: ROWS_SHOWN }, (_, index) => {
    const row = rows[index] ?? "";
    const isChanged = known !== undefined && row !== (known[index] ?? "");
    const text = padTo(cutTo(row, INNER_WIDTH), INNER_WIDTH);
    return `${paint.dim("│")}${isChanged ? paint.good(`▸${text}`) : ` ${text}`} ${paint.dim("│")}`;
  });
  const title = cutTo(toTerminalLine(deviceId), INNER_WIDTH - 2);
  const rest = "─".repeat(INNER_WIDTH - 1 - stringWidth(title));
  return [
    `${paint.dim("╭─")} ${paint.name(title)} ${paint.dim(`${rest}╮`)}`,
    ...inner,
    paint.dim(`╰${"─".repeat(INNER_WIDTH + 2)}╯`),
  ];
}

function cutTo(text: string, width: number): string {
  if (stringWidth(text) <= width) return text;
  let cut = "";
  for (const character of text) {
    if (stringWidth(cut + character) > width - 1) break;
    cut += character;
  }
  return `${cut}…`;
}
