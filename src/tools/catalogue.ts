import { launchApp, openUrl, terminateApp } from "./apps.js";
import type { Tool } from "./defineTool.js";
import { killDevice, startDevice } from "./deviceLife.js";
import { listDevices } from "./devices.js";
import { clearAppData, installApp, uninstallApp } from "./installation.js";
import { getLogs } from "./logs.js";
import { setOrientation } from "./orientation.js";
import { captureScreenshot, deviceInfo, listApps, observe } from "./read.js";
import { waitForDevice } from "./readiness.js";
import { inputText, pressButton, swipe, tapAt, tapOn } from "./touch.js";
import { waitFor } from "./waitFor.js";

/** Every tool that agents may call, in the order of `tools/list`. */
export const CATALOGUE: readonly Tool[] = [
  listDevices,
  deviceInfo,
  observe,
  captureScreenshot,
  listApps,
  getLogs,
  waitFor,
  tapOn,
  tapAt,
  swipe,
  inputText,
  pressButton,
  openUrl,
  launchApp,
  terminateApp,
  installApp,
  uninstallApp,
  clearAppData,
  setOrientation,
  startDevice,
  waitForDevice,
  killDevice,
];
