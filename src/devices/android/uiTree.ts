import type { Breathe } from "../../core/breathe.js";
import { quoteText } from "../../core/quoteText.js";
import { Refusal } from "../../core/refusal.js";
import type { UiTree } from "../deviceDriver.js";
import type { DeviceShell } from "./deviceShell.js";
import { parseScreenPower, SCREEN_POWER } from "./screenPower.js";
import { inSections, splitTextSections } from "./sections.js";
import { shell } from "./shellCommand.js";
import { parseUiDump } from "./uiDump.js";

const UI_TREE_TIMEOUT_MS = 30_000;

/** The shell's own process id keeps two servers on one device from reading each other's dumps. */
const DUMP_FILE = shell`/data/local/tmp/automobile-$$.xml`;

/**
 * The dump goes through a file: without a terminal, `uiautomator` has nowhere else to write. It is removed before and
 * after, so that an old tree is never taken for the new one.
 */
const UI_TREE_COMMAND = inSections(
  SCREEN_POWER,
  shell`dumpsys window | grep mCurrentFocus=`,
  shell`rm -f ${DUMP_FILE}; uiautomator dump ${DUMP_FILE} 2>&1`,
  shell`cat ${DUMP_FILE}; rm -f ${DUMP_FILE}`,
);

const FOREIGN_HELPER = /already registered/i;

/**
 * What is on the screen. The tree is that of the window in front; a system dialog over it shows as another `foregroundApp`.
 *
 * @throws Refusal `ui_dump_failed` quoting what the device said in place of a tree.
 */
export async function readUiTree(device: DeviceShell, breathe: Breathe, signal: AbortSignal): Promise<UiTree> {
  const { stdout } = await device.run(
    { command: UI_TREE_COMMAND, what: "dump its screen", intent: "reads", timeoutMs: UI_TREE_TIMEOUT_MS },
    signal,
  );
  const [power = "", focus = "", said = "", dump = ""] = splitTextSections(stdout, 4);
  const parsed = await parseUiDump(dump, breathe);
  const isScreenOn = parseScreenPower(power);
  if (parsed.is === "no_tree") {
    throw uiDumpFailed(device.deviceId, { output: dump === "" ? said : `${said} ${parsed.why}`, isScreenOn });
  }
  return { roots: parsed.roots, foregroundApp: parseFocus(focus) ?? parsed.roots[0]?.appId, isScreenOn };
}

/** `mCurrentFocus=Window{1f2e3d u0 com.example/com.example.Main}`; a system window has a name without a slash. */
function parseFocus(text: string): string | undefined {
  return /mCurrentFocus=Window\{\S+ \S+ ([\w.]+)\/[^\s}]+\}/.exec(text)?.[1];
}

interface NoTree {
  readonly output: string;
  readonly isScreenOn: boolean | undefined;
}

function uiDumpFailed(deviceId: string, { output, isScreenOn }: NoTree): Refusal {
  const quoted = quoteText(output);
  return new Refusal({
    code: "ui_dump_failed",
    message: `${quoteText(deviceId)} gave no UI tree: ${quoted === "" ? "it said nothing" : quoted}.${isScreenOn === false ? " Its display is off." : ""}`,
    hint: toHint(output, isScreenOn),
    data: { deviceId, output: quoted },
  });
}

function toHint(output: string, isScreenOn: boolean | undefined): string {
  if (isScreenOn === false) return "Call pressButton with `power` to switch the display on, then try again.";
  if (FOREIGN_HELPER.test(output)) {
    return "Another UI automation tool holds this device. Stop that tool, then try again.";
  }
  return "Try again: a screen that moves all the time (a video, an animation) cannot be dumped. `captureScreenshot` still works.";
}
