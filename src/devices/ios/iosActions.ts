import type { DeviceDriver } from "../deviceDriver.js";
import type { WdaLine } from "./wda/wdaCommand.js";
import { turnScreen } from "./wda/wdaOrientation.js";
import { requireBundleId } from "./bundleId.js";
import { uninstallHardwareApp } from "./hardwareApps.js";
import { installOnHardware, installOnSimulator } from "./installApp.js";
import { unsupported } from "./iosRefusals.js";
import { openUrlOnSimulator, openUrlThroughWda } from "./openUrl.js";
import { uninstallSimulatorApp } from "./simulatorApps.js";
import { shutDownSimulator } from "./simulatorLife.js";
import { readSimulatorLogs } from "./simulatorLogs.js";
import type { DevicectlLine, SimctlLine } from "./toolLine.js";

/** What can be done with an iOS device beside seeing and touching it. */
export type IosActions = Pick<
  DeviceDriver,
  "logs" | "openUrl" | "installApp" | "uninstallApp" | "clearAppData" | "setOrientation" | "shutDown"
>;

/** The actions of one simulator. */
export function simulatorActions(simulator: SimctlLine, wda: WdaLine): IosActions {
  return {
    logs: (query, signal) => readSimulatorLogs(simulator, query, signal),
    openUrl: (url, signal) => openUrlOnSimulator(simulator, url, signal),
    installApp: (path, signal) => installOnSimulator(simulator, path, signal),
    uninstallApp: (appId, signal) => uninstallSimulatorApp(simulator, appId, signal),
    clearAppData: (appId) => refuseClearing(simulator.deviceId, appId),
    setOrientation: (orientation, signal) => turnScreen(wda, orientation, signal),
    shutDown: (signal) => shutDownSimulator(simulator, signal),
  };
}

/** The actions of one phone or tablet. */
export function hardwareActions(phone: DevicectlLine, wda: WdaLine): IosActions {
  const { deviceId } = phone;
  return {
    async logs() {
      throw unsupported(deviceId, {
        why: "A phone's log is shown by the Console app only; devicectl does not give it.",
        hint: "Read the log in Console, or run the app on a simulator and call getLogs there.",
      });
    },
    openUrl: (url, signal) => openUrlThroughWda(wda, url, signal),
    installApp: (path, signal) => installOnHardware(phone, path, signal),
    uninstallApp: (appId, signal) => uninstallHardwareApp(phone, appId, signal),
    clearAppData: (appId) => refuseClearing(deviceId, appId),
    setOrientation: (orientation, signal) => turnScreen(wda, orientation, signal),
    async shutDown() {
      throw unsupported(deviceId, {
        why: "Only simulators are shut down; this is a phone or tablet in somebody's hands.",
        hint: "Ask its owner to switch it off, if that is what is wanted.",
      });
    },
  };
}

async function refuseClearing(deviceId: string, appId: string): Promise<never> {
  requireBundleId(appId);
  throw unsupported(deviceId, {
    why: "iOS has no way to clear an app's data and keep the app.",
    hint: "If losing the data is meant: call uninstallApp, then installApp.",
  });
}
