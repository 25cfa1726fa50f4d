import { invalidArgument } from "../deviceRefusals.js";
import { shellFailed } from "./androidRefusals.js";
import type { DeviceShell } from "./deviceShell.js";
import { shell } from "./shellCommand.js";

/** A scheme, and nothing that ends an argument or a line. What the scheme means is the device's to know. */
const URL_TEXT = /^[A-Za-z][A-Za-z0-9+.-]*:[^\s\p{Cc}]+$/u;
const LONGEST_URL = 8_000;
const OPEN_TIMEOUT_MS = 30_000;
const WHAT = "open the URL";

/**
 * Opens a URL in the app that it belongs to, as a tap on a link would.
 *
 * @throws Refusal `invalid_arguments` for a text that is no URL; `command_failed` when no app opens it.
 */
export async function openUrl(device: DeviceShell, url: string, signal: AbortSignal): Promise<void> {
  if (!URL_TEXT.test(url) || url.length > LONGEST_URL) {
    throw invalidArgument("url", "a URL has a scheme, such as https://example.com or myapp://page, and no blanks");
  }
  // `intent:` names a component and its extras, which could start what no link can.
  if (/^(?:intent|android-app):/i.test(url)) throw invalidArgument("url", "an intent is no URL that a link could hold");
  const command = shell`am start -a android.intent.action.VIEW -d ${url} 2>&1`;
  const { stdout, exitCode } = await device.run(
    { command, what: WHAT, intent: "acts", timeoutMs: OPEN_TIMEOUT_MS },
    signal,
  );
  // `am` repeats the URL in the line with which it starts; what a URL says is no failure.
  const output = stdout
    .toString("utf8")
    .replace(/^Starting: .*$/m, "")
    .trim();
  if (/unable to resolve Intent/i.test(output)) {
    throw shellFailed(device.deviceId, { what: WHAT, output: "no app on it opens such a URL" });
  }
  if (exitCode !== 0 || /^Error|Exception\b/m.test(output)) {
    throw shellFailed(device.deviceId, { what: WHAT, output });
  }
}
