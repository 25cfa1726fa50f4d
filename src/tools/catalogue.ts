import { launchApp, terminateApp } from "./apps.js";
import type { Tool } from "./defineTool.js";
import { listDevices } from "./devices.js";
import { captureScreenshot, deviceInfo, listApps, observe } from "./read.js";
import { waitForDevice } from "./readiness.js";
import { inputText, pressButton, swipe, tapAt, tapOn } from "./touch.js";

/** Every tool that agents may call, in the order of `tools/list`. */
export const CATALOGUE: readonly Tool[] = [
  listDevices,
  deviceInfo,
  observe,
  captureScreenshot,
  listApps,
  tapOn,
  tapAt,
  swipe,
  inputText,
  pressButton,
  launchApp,
  terminateApp,
  waitForDevice,
];
