import { z } from "zod";
import { BUTTONS, type DeviceDriver, type Point } from "../devices/deviceDriver.js";
import { defineDeviceTool } from "./defineTool.js";
import { ELEMENT_QUERY, namesOneElement, ONE_OF_TEXT_AND_ID, toElementQuery } from "./elementQuery.js";
import { findElements } from "./findElement.js";
import { type ScreenElement, toScreenElements } from "./screenElements.js";
import { elementNotFound, severalElements } from "./toolRefusals.js";

/** No screen is larger, in device pixels. */
const LARGEST_COORDINATE_PX = 100_000;
const DEFAULT_SWIPE_MS = 300;
const LONGEST_SWIPE_MS = 10_000;
const LONGEST_TEXT = 5_000;
/** Where a swipe by direction begins and ends, as shares of the screen: clear of the gestures at its edges. */
const SWIPES = {
  up: { from: { x: 0.5, y: 0.7 }, to: { x: 0.5, y: 0.3 } },
  down: { from: { x: 0.5, y: 0.3 }, to: { x: 0.5, y: 0.7 } },
  left: { from: { x: 0.8, y: 0.5 }, to: { x: 0.2, y: 0.5 } },
  right: { from: { x: 0.2, y: 0.5 }, to: { x: 0.8, y: 0.5 } },
} as const;

/** A repeat does it again. */
const ACTS = { readOnlyHint: false, destructiveHint: false, idempotentHint: false } as const;
const BOTH_PLATFORMS = ["android", "ios"] as const;

const COORDINATE = z.number().min(0).max(LARGEST_COORDINATE_PX);
const POINT = z.strictObject({ x: COORDINATE, y: COORDINATE });
const DIRECTIONS = ["up", "down", "left", "right"] as const;

interface Line {
  readonly from: Point;
  readonly to: Point;
}

/** Taps on an element that is named by what it shows or by its id. */
export const tapOn = defineDeviceTool({
  name: "tapOn",
  title: "Tap on an element",
  description:
    "Taps the centre of one element, named either by text (its text or label: exact, else the only one that contains it) or by id (from observe, or the app's own resource id). If several fit it taps nothing and lists them for index.",
  annotations: ACTS,
  target: "execution",
  platforms: BOTH_PLATFORMS,
  input: z
    .strictObject({
      ...ELEMENT_QUERY,
      index: z.int().min(0).optional().describe("Which of several that fit, counted from 0."),
      longPress: z.boolean().default(false),
    })
    .refine(namesOneElement, { error: ONE_OF_TEXT_AND_ID, path: ["text"] }),
  output: z.strictObject({
    element: z.strictObject({
      id: z.string(),
      role: z.string(),
      text: z.string().optional(),
      label: z.string().optional(),
    }),
    x: z.int(),
    y: z.int(),
    disabled: z.literal(true).optional().describe("The app shows the element as disabled: the tap may do nothing."),
  }),
  run: async (args, { device, driver, signal }) => {
    const elements = toScreenElements(await driver.uiTree(signal));
    const fitting = findElements(elements, toElementQuery(args));
    const [first, ...others] = fitting;
    if (args.index === undefined && others.length > 0) throw severalElements(device.id, fitting);
    const element = args.index === undefined ? first : fitting[args.index];
    if (element === undefined) {
      throw first === undefined ? elementNotFound(device.id, elements) : severalElements(device.id, fitting);
    }
    await press(driver, element.center, { isLong: args.longPress, signal });
    return {
      structured: {
        element: toNamed(element),
        ...element.center,
        ...(element.node.isEnabled ? {} : { disabled: true as const }),
      },
    };
  },
});

/** Taps a point. */
export const tapAt = defineDeviceTool({
  name: "tapAt",
  title: "Tap at a point",
  description:
    "Taps a point of the screen, in device pixels from the top left. Prefer tapOn where observe shows an element.",
  annotations: ACTS,
  target: "execution",
  platforms: BOTH_PLATFORMS,
  input: POINT,
  output: z.strictObject({ x: z.int(), y: z.int() }),
  run: async (args, { driver, signal }) => {
    const point = toPixel(args);
    await driver.tap(point, signal);
    return { structured: point };
  },
});

/** Moves one finger over the screen. */
export const swipe = defineDeviceTool({
  name: "swipe",
  title: "Swipe",
  description:
    "Moves a finger over the screen, either in a direction across its middle (up shows what is further down a list) or from one point to another, in device pixels.",
  annotations: ACTS,
  target: "execution",
  platforms: BOTH_PLATFORMS,
  input: z
    .strictObject({
      direction: z.enum(DIRECTIONS).optional().describe("Where the finger moves."),
      from: POINT.optional(),
      to: POINT.optional(),
      durationMs: z.int().min(1).max(LONGEST_SWIPE_MS).default(DEFAULT_SWIPE_MS),
    })
    .refine(isOneForm, { error: "give either direction, or both from and to", path: ["direction"] }),
  output: z.strictObject({ from: POINT, to: POINT, durationMs: z.int() }),
  run: async (args, { driver, signal }) => {
    const { durationMs } = args;
    const line = args.direction === undefined ? toLine(args) : await lineAcross(driver, args.direction, signal);
    await driver.swipe({ ...line, durationMs }, signal);
    return { structured: { ...line, durationMs } };
  },
});

/** Types into the focused field. */
export const inputText = defineDeviceTool({
  name: "inputText",
  title: "Type text",
  description: "Types text into the focused field; tap the field first. With submit it presses Enter afterwards.",
  annotations: ACTS,
  target: "execution",
  platforms: BOTH_PLATFORMS,
  input: z.strictObject({
    text: z.string().min(1).max(LONGEST_TEXT),
    submit: z.boolean().default(false),
  }),
  output: z.strictObject({ typedCharacters: z.int(), submitted: z.boolean() }),
  run: async ({ text, submit }, { driver, signal }) => {
    await driver.inputText(text, signal);
    if (submit) await driver.pressButton("enter", signal);
    return { structured: { typedCharacters: [...text].length, submitted: submit } };
  },
});

/** Presses a hardware or navigation button. */
export const pressButton = defineDeviceTool({
  name: "pressButton",
  title: "Press a button",
  description: "Presses one of the device's buttons or keys.",
  annotations: ACTS,
  target: "execution",
  platforms: BOTH_PLATFORMS,
  input: z.strictObject({ button: z.enum(BUTTONS) }),
  output: z.strictObject({ button: z.enum(BUTTONS) }),
  run: async ({ button }, { driver, signal }) => {
    await driver.pressButton(button, signal);
    return { structured: { button } };
  },
});

async function press(
  driver: DeviceDriver,
  point: Point,
  how: { readonly isLong: boolean; readonly signal: AbortSignal },
): Promise<void> {
  await (how.isLong ? driver.longPress(point, how.signal) : driver.tap(point, how.signal));
}

function toNamed(element: ScreenElement): { id: string; role: string; text?: string; label?: string } {
  const { id, role, text, label } = element;
  return { id, role, ...(text === undefined ? {} : { text }), ...(label === undefined ? {} : { label }) };
}

function isOneForm(args: { direction?: unknown; from?: unknown; to?: unknown }): boolean {
  const isByPoints = args.from !== undefined && args.to !== undefined;
  const hasPoint = args.from !== undefined || args.to !== undefined;
  return args.direction === undefined ? isByPoints : !hasPoint;
}

function toLine(args: { from?: Point | undefined; to?: Point | undefined }): Line {
  if (args.from === undefined || args.to === undefined) {
    throw new Error("the schema lets no call through that names no line");
  }
  return { from: toPixel(args.from), to: toPixel(args.to) };
}

async function lineAcross(driver: DeviceDriver, direction: keyof typeof SWIPES, signal: AbortSignal): Promise<Line> {
  const { widthPx, heightPx } = (await driver.facts(signal)).screen;
  const { from, to } = SWIPES[direction];
  return {
    from: toPixel({ x: from.x * widthPx, y: from.y * heightPx }),
    to: toPixel({ x: to.x * widthPx, y: to.y * heightPx }),
  };
}

/** Coordinates that were scaled back from a smaller picture are seldom whole. */
function toPixel(point: Point): Point {
  return { x: Math.round(point.x), y: Math.round(point.y) };
}
