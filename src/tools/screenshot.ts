import { z } from "zod";
import type { Breathe } from "../core/breathe.js";
import { quoteText } from "../core/quoteText.js";
import type { Screenshot } from "../devices/deviceDriver.js";
import type { DeviceToolContext, ToolImage } from "./defineTool.js";
import { downscalePng } from "./downscalePng.js";
import { pictureUnreadable } from "./toolRefusals.js";

/** What a result says about the picture that comes with it. */
export const SCREENSHOT = z.strictObject({
  width: z.int().describe("Of the picture, in pixels."),
  height: z.int(),
  scale: z.number().describe("Device pixels per pixel of the picture."),
  originalWidth: z.int().describe("Of the screen, in device pixels."),
  originalHeight: z.int(),
  strippedText: z.string().optional().describe("What the device wrote before the picture."),
});

/** A picture with its description; `isScreenOn` as the device said. */
export interface DescribedScreenshot {
  readonly described: z.input<typeof SCREENSHOT>;
  readonly image: ToolImage;
  readonly isScreenOn: boolean | undefined;
}

/** Takes a picture; one that is not to be scaled is passed on byte for byte. */
export async function takeScreenshot(
  context: Pick<DeviceToolContext, "device" | "driver" | "breathe" | "signal">,
  maxWidth: number | undefined,
): Promise<DescribedScreenshot> {
  const { device, driver, breathe, signal } = context;
  const taken = await driver.screenshot(signal);
  const { png, widthPx, heightPx } = await fitted(taken, { deviceId: device.id, maxWidth, breathe });
  return {
    described: {
      width: widthPx,
      height: heightPx,
      scale: taken.widthPx / widthPx,
      originalWidth: taken.widthPx,
      originalHeight: taken.heightPx,
      ...(taken.strippedText === undefined ? {} : { strippedText: quoteText(taken.strippedText) }),
    },
    image: { mimeType: "image/png", base64: Buffer.from(png).toString("base64") },
    isScreenOn: taken.isScreenOn,
  };
}

/** Says that the display is off, which is why there is little to see; `undefined` when it is on or not known. */
export function toDisplayNote(isScreenOn: boolean | undefined): string | undefined {
  return isScreenOn === false ? "The display is off. pressButton with button power switches it on." : undefined;
}

async function fitted(
  taken: Screenshot,
  wanted: { readonly deviceId: string; readonly maxWidth: number | undefined; readonly breathe: Breathe },
): Promise<Pick<Screenshot, "png" | "widthPx" | "heightPx">> {
  if (wanted.maxWidth === undefined || wanted.maxWidth >= taken.widthPx) return taken;
  const scaled = await downscalePng(taken.png, wanted.maxWidth, wanted.breathe);
  if (scaled.is === "unreadable") throw pictureUnreadable(wanted.deviceId, scaled.reason);
  return scaled;
}
