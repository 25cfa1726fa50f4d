import { copyFileSync } from "node:fs";
import { basename } from "node:path";
import { ToolError } from "./world.mjs";

/** @typedef {import("./world.mjs").XcrunWorld} XcrunWorld */
/** @typedef {import("./world.mjs").WorldSimulator} WorldSimulator */

const PICTURE = new URL("../../fixtures/simctl/screen.png", import.meta.url);

/**
 * One run of simctl. Changes the world.
 *
 * @param {XcrunWorld} world
 * @param {string[]} args
 * @returns {string} what it prints
 * @throws ToolError
 */
export function runSimctl(world, [verb = "", ...args]) {
  if (verb === "list") return listDevices(world);
  const [id = "", ...rest] = args;
  const simulator = findSimulator(world, id);
  switch (verb) {
    case "boot":
      if (simulator.state === "Booted") throw wrongState("boot", simulator);
      simulator.state = "Booted";
      return "";
    case "bootstatus":
      return simulator.state === "Booted" ? "Device already booted, nothing to do.\n" : fail(1, "not booted");
    case "shutdown":
      if (simulator.state !== "Booted") throw wrongState("shutdown", simulator);
      simulator.state = "Shutdown";
      return "";
    default:
      if (simulator.state !== "Booted") throw wrongState("lookup", simulator);
      return runOnBooted(world, simulator, [verb, ...rest]);
  }
}

/**
 * @param {XcrunWorld} world
 * @param {WorldSimulator} simulator
 * @param {string[]} command
 */
function runOnBooted(world, simulator, [verb = "", first = "", ...rest]) {
  const app = simulator.apps.find(({ bundleId }) => bundleId === first);
  switch (verb) {
    case "launch":
      if (app === undefined) throw new ToolError(4, `The request to open "${first}" failed.`);
      app.pid ??= world.nextPid++;
      simulator.front = first;
      return `${first}: ${app.pid}\n`;
    case "terminate":
      if (app?.pid === undefined)
        throw new ToolError(3, "Simulator device failed to terminate: found nothing to terminate");
      delete app.pid;
      delete simulator.front;
      return "";
    case "install": {
      if (!first.endsWith(".app"))
        throw new ToolError(22, "Simulator device failed to install the application. Failed to find or create promise");
      const bundleId = `com.example.${basename(first, ".app").toLowerCase()}`;
      if (!simulator.apps.some((each) => each.bundleId === bundleId)) simulator.apps.push({ bundleId, type: "User" });
      return "";
    }
    case "uninstall":
      simulator.apps = simulator.apps.filter(({ bundleId }) => bundleId !== first);
      return "";
    case "get_app_container":
      return app === undefined ? fail(2, "No such file or directory") : `/Simulators/${simulator.udid}/${first}.app\n`;
    case "listapps":
      return `{\n${simulator.apps.map(describeApp).join("")}}\n`;
    case "openurl":
      if (first.startsWith("nobody:"))
        throw new ToolError(194, "Simulator device failed to open the URL. (OSStatus error -10814.)");
      simulator.openedUrls.push(first);
      return "";
    case "io":
      copyFileSync(PICTURE, rest.at(-1) ?? "");
      return "";
    case "spawn":
      return first === "launchctl" ? listProcesses(simulator) : showLog(rest);
    default:
      throw new ToolError(64, `Unrecognized subcommand: ${verb}`);
  }
}

/**
 * `booted` means the first booted one, as to the real tool: who uses it reaches a simulator that was not meant.
 *
 * @param {XcrunWorld} world
 * @param {string} id
 */
function findSimulator(world, id) {
  const found = world.simulators.find(({ udid, state }) => (id === "booted" ? state === "Booted" : udid === id));
  if (found === undefined) throw new ToolError(148, `Invalid device: ${id}`);
  return found;
}

/** @param {XcrunWorld} world */
function listDevices(world) {
  const runtimes = [...new Set(world.simulators.map(({ runtime }) => runtime))];
  const lists = runtimes.flatMap((runtime) => {
    const all = world.simulators.filter((simulator) => simulator.runtime === runtime).map(describeSimulator);
    const parts = world.hasTwinRuntimes && all.length > 1 ? [all.slice(0, 1), all.slice(1)] : [all];
    return parts.map((part) => `    ${JSON.stringify(runtime)} : ${JSON.stringify(part, null, 2)}`);
  });
  return `{\n  "devices" : {\n${lists.join(",\n")}\n  }\n}\n`;
}

/** @param {WorldSimulator} simulator */
function describeSimulator({ udid, name, state, deviceType, availabilityError }) {
  return {
    dataPath: `/Simulators/${udid}/data`,
    logPath: `/Simulators/${udid}/logs`,
    udid,
    isAvailable: availabilityError === undefined,
    ...(availabilityError === undefined ? {} : { availabilityError }),
    ...(deviceType === undefined ? {} : { deviceTypeIdentifier: deviceType }),
    state,
    name,
  };
}

/** @param {import("./world.mjs").WorldApp} app */
function describeApp({ bundleId, type }) {
  return `    "${bundleId}" =     {
        ApplicationType = ${type};
        Bundle = "file:///Simulators/Bundles/${bundleId}.app/";
        CFBundleDisplayName = "${bundleId.split(".").at(-1)}";
        CFBundleIdentifier = "${bundleId}";
        CFBundleVersion = "1.0";
        GroupContainers =         {
        };
        SBAppTags =         (
        );
    };
`;
}

/** @param {WorldSimulator} simulator */
function listProcesses({ homePid, apps }) {
  const running = apps.flatMap(({ bundleId, pid }) =>
    pid === undefined ? [] : [`${pid}\t0\tUIKitApplication:${bundleId}[6ac1][rb-legacy]`],
  );
  return ["PID\tStatus\tLabel", `${homePid}\t0\tcom.apple.SpringBoard`, "-\t0\tcom.apple.absd", ...running, ""].join(
    "\n",
  );
}

/** @param {string[]} args of `log` */
function showLog(args) {
  const lines = [
    { messageType: "Default", process: "notes", message: "opened" },
    { messageType: "Error", process: "notes", message: "could not save" },
    { messageType: "Debug", process: "backboardd", message: "touch" },
  ];
  const wanted = args.includes("--debug") ? lines : lines.filter(({ messageType }) => messageType !== "Debug");
  return wanted
    .map(({ messageType, process: name, message }, index) =>
      JSON.stringify({
        timestamp: `2026-01-27 23:24:0${index}.000000+0000`,
        messageType,
        processID: 4000 + index,
        processImagePath: `/Applications/${name}.app/${name}`,
        eventMessage: message,
      }),
    )
    .concat("")
    .join("\n");
}

/**
 * @param {string} verb
 * @param {WorldSimulator} simulator
 */
function wrongState(verb, { state }) {
  return new ToolError(149, `Unable to ${verb} device in current state: ${state}`);
}

/**
 * @param {number} exitCode
 * @param {string} message
 * @returns {never}
 */
function fail(exitCode, message) {
  throw new ToolError(exitCode, message);
}
