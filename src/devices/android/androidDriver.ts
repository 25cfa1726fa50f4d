import type { OpenAppFile } from "../../core/appFile.js";
import type { Breathe } from "../../core/breathe.js";
import type { DeviceKind } from "../../core/refusal.js";
import type { DeviceDriver } from "../deviceDriver.js";
import { launchApp, terminateApp } from "./apps.js";
import { clearAppData, uninstallApp } from "./appStorage.js";
import { readFacts } from "./deviceFacts.js";
import type { DeviceShell } from "./deviceShell.js";
import { inputText } from "./inputText.js";
import { installApp } from "./installApp.js";
import { listApps } from "./listApps.js";
import { readLogs } from "./logs.js";
import { openUrl } from "./openUrl.js";
import { setOrientation } from "./orientation.js";
import type { StreamPackage } from "./packageStream.js";
import { pressButton } from "./pressButton.js";
import type { ProbeFacts } from "./probe.js";
import { takeScreenshot } from "./screenshot.js";
import { shutDown } from "./shutDown.js";
import { longPress, swipe, tap } from "./touch.js";
import { readUiTree } from "./uiTree.js";

/** One device, as its source knows it. */
export interface AndroidDriverOptions {
  readonly shell: DeviceShell;
  /** What it said when it was attached. */
  readonly facts: ProbeFacts | undefined;
  readonly kind: DeviceKind;
  /** The way in for apps. */
  readonly streamPackage: StreamPackage;
  readonly openFile: OpenAppFile;
  readonly breathe: Breathe;
}

/** Drives one Android device through its shell; each capability is one round trip, two where it says so. */
export function createAndroidDriver(options: AndroidDriverOptions): DeviceDriver {
  const { shell, facts, kind, openFile } = options;
  const installer = { deviceId: shell.deviceId, openFile, stream: options.streamPackage };
  return {
    platform: "android",
    facts: (signal) => readFacts({ shell, facts }, signal),
    uiTree: (signal) => readUiTree(shell, options.breathe, signal),
    screenshot: (signal) => takeScreenshot(shell, signal),
    listApps: (range, signal) => listApps(shell, range, signal),
    tap: (point, signal) => tap(shell, point, signal),
    longPress: (point, signal) => longPress(shell, point, signal),
    swipe: (stroke, signal) => swipe(shell, stroke, signal),
    inputText: (text, signal) => inputText(shell, text, signal),
    pressButton: (button, signal) => pressButton(shell, button, signal),
    launchApp: (appId, signal) => launchApp(shell, appId, signal),
    terminateApp: (appId, signal) => terminateApp(shell, appId, signal),
    logs: (query, signal) => readLogs(shell, query, signal),
    openUrl: (url, signal) => openUrl(shell, url, signal),
    installApp: (path, signal, onProgress) => installApp(installer, { path, onProgress }, signal),
    uninstallApp: (appId, signal) => uninstallApp(shell, appId, signal),
    clearAppData: (appId, signal) => clearAppData(shell, appId, signal),
    setOrientation: (orientation, signal) => setOrientation(shell, orientation, signal),
    shutDown: (signal) => shutDown({ shell, kind }, signal),
  };
}
