import { quoteText } from "../../core/quoteText.js";
import { Refusal } from "../../core/refusal.js";
import type { Screenshot } from "../deviceDriver.js";
import { parsePicture } from "../picture.js";
import type { DeviceShell } from "./deviceShell.js";
import { parseScreenPower, SCREEN_POWER } from "./screenPower.js";
import { inSections, splitSections } from "./sections.js";
import { shell } from "./shellCommand.js";

const SCREENSHOT_COMMAND = inSections(SCREEN_POWER, shell`screencap -p`);
const SCREENSHOT_TIMEOUT_MS = 30_000;

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
