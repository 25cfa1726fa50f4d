import type { DeviceDriver } from "../deviceDriver.js";
import { launchApp, terminateApp } from "./apps.js";
import { readFacts } from "./deviceFacts.js";
import type { DeviceShell } from "./deviceShell.js";
import { inputText } from "./inputText.js";
import { listApps } from "./listApps.js";
import { pressButton } from "./pressButton.js";
import type { ProbeFacts } from "./probe.js";
import { takeScreenshot } from "./screenshot.js";
import { longPress, swipe, tap } from "./touch.js";
import { readUiTree } from "./uiTree.js";

/** One device, as its source knows it. */
export interface AndroidDriverOptions {
  readonly shell: DeviceShell;
  /** What it said when it was attached. */
  readonly facts: ProbeFacts | undefined;
}

/** Drives one Android device through its shell; each capability is one round trip, two where it says so. */
export function createAndroidDriver({ shell, facts }: AndroidDriverOptions): DeviceDriver {
  return {
    platform: "android",
    facts: (signal) => readFacts({ shell, facts }, signal),
    uiTree: (signal) => readUiTree(shell, signal),
    screenshot: (signal) => takeScreenshot(shell, signal),
    listApps: (includeSystem, signal) => listApps(shell, includeSystem ? "all" : "installed_by_user", signal),
    tap: (point, signal) => tap(shell, point, signal),
    longPress: (point, signal) => longPress(shell, point, signal),
    swipe: (stroke, signal) => swipe(shell, stroke, signal),
    inputText: (text, signal) => inputText(shell, text, signal),
    pressButton: (button, signal) => pressButton(shell, button, signal),
    launchApp: (appId, signal) => launchApp(shell, appId, signal),
    terminateApp: (appId, signal) => terminateApp(shell, appId, signal),
  };
}
