import { quoteText } from "../../core/quoteText.js";
import { Refusal } from "../../core/refusal.js";
import type { Screenshot } from "../deviceDriver.js";
import type { DeviceShell } from "./deviceShell.js";
import { parseScreenPower, SCREEN_POWER } from "./screenPower.js";
import { inSections, splitSections } from "./sections.js";
import { shell } from "./shellCommand.js";

const SCREENSHOT_COMMAND = inSections(SCREEN_POWER, shell`screencap -p`);
const SCREENSHOT_TIMEOUT_MS = 30_000;

// https://www.w3.org/TR/png/#5PNG-file-signature and #11IHDR
const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const IHDR_TYPE_AT = 12;
const IHDR_WIDTH_AT = 16;
const IHDR_HEIGHT_AT = 20;
const IHDR_END = 24;

/**
 * A picture of the screen. Text that the device printed before it is taken off and reported.
 *
 * @throws Refusal `screenshot_blocked` when there is no picture in what the device gave.
 */
export async function takeScreenshot(device: DeviceShell, signal: AbortSignal): Promise<Screenshot> {
  const { stdout, stderr } = await device.run(
    { command: SCREENSHOT_COMMAND, what: "take a screenshot", intent: "reads", timeoutMs: SCREENSHOT_TIMEOUT_MS },
    signal,
  );
  const [power, output] = splitSections(stdout, 2);
  const isScreenOn = parseScreenPower(power?.toString("utf8") ?? "");
  const picture = parsePicture(output ?? Buffer.alloc(0));
  if (picture === undefined) {
    throw screenshotBlocked(device.deviceId, { output: `${output?.toString("utf8") ?? ""} ${stderr}`, isScreenOn });
  }
  return { ...picture, isScreenOn };
}

/** Finds the PNG in what `screencap -p` printed; `undefined` when there is none. */
export function parsePicture(output: Buffer): Omit<Screenshot, "isScreenOn"> | undefined {
  const start = output.indexOf(PNG_SIGNATURE);
  if (start === -1) return undefined;
  const png = output.subarray(start);
  if (png.length < IHDR_END || png.toString("latin1", IHDR_TYPE_AT, IHDR_WIDTH_AT) !== "IHDR") return undefined;
  const before = output.toString("utf8", 0, start).trim();
  return {
    png,
    widthPx: png.readUInt32BE(IHDR_WIDTH_AT),
    heightPx: png.readUInt32BE(IHDR_HEIGHT_AT),
    strippedText: before === "" ? undefined : before,
  };
}

interface NoPicture {
  readonly output: string;
  readonly isScreenOn: boolean | undefined;
}

function screenshotBlocked(deviceId: string, { output, isScreenOn }: NoPicture): Refusal {
  const said = quoteText(output);
  const cause =
    isScreenOn === false
      ? "its display is off"
      : "the likely cause is an app that forbids pictures of its screen, such as a bank's or a password field";
  return new Refusal({
    code: "screenshot_blocked",
    message: `${quoteText(deviceId)} gave no picture${said === "" ? "" : ` but ${JSON.stringify(said)}`}; ${cause}.`,
    hint:
      isScreenOn === false
        ? "Call pressButton with `power` to switch the display on, then try again."
        : "Call `observe` without a screenshot, or leave the app that is in front.",
    data: { deviceId },
  });
}
