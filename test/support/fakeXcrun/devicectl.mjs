import { writeFileSync } from "node:fs";
import { ToolError } from "./world.mjs";

/** @typedef {import("./world.mjs").XcrunWorld} XcrunWorld */
/** @typedef {import("./world.mjs").WorldPhone} WorldPhone */
/** @typedef {import("./world.mjs").WorldSimulator} WorldSimulator */

/**
 * One run of devicectl. Changes the world.
 *
 * @param {XcrunWorld} world
 * @param {string[]} args
 * @returns {string} what it prints, which is for people
 * @throws ToolError
 */
export function runDevicectl(world, args) {
  const path = optionOf(args, "--json-output");
  const words = args.slice(
    0,
    args.findIndex((arg) => arg.startsWith("--")),
  );
  const result =
    words.join(" ") === "list devices"
      ? { devices: [...world.phones.map(describePhone), ...world.simulators.map(describeSimulator)] }
      : runOnPhone(world, words.join(" "), args);
  const info = {
    arguments: ["devicectl", ...args],
    commandType: `devicectl.${words.join(".")}`,
    jsonVersion: 3,
    outcome: "success",
    version: "518.27",
  };
  if (path !== undefined) writeFileSync(path, JSON.stringify({ info, result }, null, 2));
  return "Devices:\nName   Hostname   Identifier   State   Model\n";
}

/**
 * @param {XcrunWorld} world
 * @param {string} command
 * @param {string[]} args
 */
function runOnPhone(world, command, args) {
  const id = optionOf(args, "--device");
  const phone = world.phones.find(({ udid, identifier }) => id === udid || id === identifier);
  if (phone === undefined)
    throw new ToolError(1, "ERROR: The specified device was not found. (com.apple.dt.CoreDeviceError error 1000.)");
  const subject = argumentBehind(args, id ?? "");
  const app = phone.apps.find(({ bundleId }) => bundleId === subject);
  switch (command) {
    case "device info apps": {
      const only = optionOf(args, "--bundle-id");
      return { apps: phone.apps.filter(({ bundleId }) => only === undefined || bundleId === only).map(describeApp) };
    }
    case "device info processes":
      return { runningProcesses: listProcesses(phone) };
    case "device info displays":
      return { displays: [{ primary: true, nativeSize: [1179, 2556], pointScale: 3, backlightState: "activeOn" }] };
    case "device process launch":
      if (app === undefined)
        throw new ToolError(
          1,
          `ERROR: The application failed to launch. (FBSOpenApplicationServiceErrorDomain error 4.)`,
        );
      app.pid ??= world.nextPid++;
      return { process: { processIdentifier: app.pid } };
    case "device process terminate":
      for (const each of phone.apps) if (String(each.pid) === optionOf(args, "--pid")) delete each.pid;
      return {};
    case "device install app":
      if (!/\.(app|ipa)$/.test(subject))
        throw new ToolError(
          1,
          "ERROR: Failed to install the app on the device. (com.apple.dt.CoreDeviceError error 3002.)",
        );
      phone.apps.push({ bundleId: "com.example.installed", type: "User" });
      return { installedApplications: [{ bundleID: "com.example.installed" }] };
    case "device uninstall app":
      phone.apps = phone.apps.filter(({ bundleId }) => bundleId !== subject);
      return {};
    default:
      throw new ToolError(64, `Error: Unknown subcommand '${command}'`);
  }
}

/**
 * @param {string[]} args
 * @param {string} name
 */
function optionOf(args, name) {
  const at = args.indexOf(name);
  return at === -1 ? undefined : args[at + 1];
}

/**
 * @param {string[]} args
 * @param {string} value
 */
function argumentBehind(args, value) {
  return args[args.indexOf(value) + 1] ?? "";
}

/** @param {WorldPhone} phone */
function describePhone({ udid, identifier, name, osVersion, pairingState, tunnelState, developerMode }) {
  return {
    capabilities: [{ featureIdentifier: "com.apple.coredevice.feature.connectdevice", name: "Connect to Device" }],
    connectionProperties: {
      authenticationType: "manualPairing",
      isMobileDeviceOnly: false,
      pairingState,
      potentialHostnames: [`${udid}.coredevice.local`],
      tunnelState,
      tunnelTransportProtocol: "tcp",
    },
    deviceProperties: { bootState: "booted", developerModeStatus: developerMode, name, osVersionNumber: osVersion },
    hardwareProperties: {
      deviceType: "iPhone",
      marketingName: "iPhone 16 Pro",
      platform: "iOS",
      productType: "iPhone17,1",
      reality: "physical",
      udid,
    },
    identifier,
    tags: [],
    visibilityClass: "default",
  };
}

/**
 * Newer versions list what simctl lists too.
 *
 * @param {WorldSimulator} simulator
 */
function describeSimulator({ udid, name, state }) {
  return {
    capabilities: [],
    connectionProperties: {
      isMobileDeviceOnly: false,
      pairingState: "paired",
      tunnelState: state === "Booted" ? "connected" : "unavailable",
    },
    deviceProperties: {
      bootState: state === "Booted" ? "booted" : "notBooted",
      name,
      provider: "com.apple.CoreSimulator.SimulatorCoreDevicePlugin",
    },
    hardwareProperties: { deviceType: "iPhone", platform: "iOS", reality: "simulated", udid },
    identifier: udid,
    visibilityClass: "simulators",
  };
}

/** @param {import("./world.mjs").WorldApp} app */
function describeApp({ bundleId, type }) {
  return {
    appClip: false,
    builtByDeveloper: type === "User",
    bundleIdentifier: bundleId,
    bundleVersion: "1",
    defaultApp: type === "System",
    hidden: false,
    internalApp: false,
    name: bundleId.split(".").at(-1),
    removable: type === "User",
    url: bundleUrl(bundleId),
    version: "1.0",
  };
}

/** @param {WorldPhone} phone */
function listProcesses({ apps }) {
  return [
    { executable: "file:///sbin/launchd", processIdentifier: 1 },
    ...apps.flatMap(({ bundleId, pid }) =>
      pid === undefined
        ? []
        : [{ executable: `${bundleUrl(bundleId)}${bundleId.split(".").at(-1)}`, processIdentifier: pid }],
    ),
  ];
}

/** @param {string} bundleId */
function bundleUrl(bundleId) {
  return `file:///private/var/containers/Bundle/Application/${bundleId}/${bundleId.split(".").at(-1)}.app/`;
}
