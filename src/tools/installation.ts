import { z } from "zod";
import { APP_ID } from "./appId.js";
import { defineDeviceTool } from "./defineTool.js";
import { invalidArguments } from "./toolRefusals.js";

const LONGEST_PATH = 4_096;
const BOTH_PLATFORMS = ["android", "ios"] as const;

/** Deletes what cannot be brought back. */
const DELETES = { readOnlyHint: false, destructiveHint: true, idempotentHint: true } as const;

/** Installs an app from a file of the server's machine. */
export const installApp = defineDeviceTool({
  name: "installApp",
  title: "Install an app",
  description:
    "Installs an app from a file on the server's machine: an .apk on Android, an .app folder or .ipa on iOS. Replaces an earlier version and keeps its data; never uninstalls. If the app is signed differently it is refused: uninstallApp is a separate decision, as it deletes data.",
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
  target: "execution",
  platforms: BOTH_PLATFORMS,
  mayRunAsTask: true,
  input: z.strictObject({
    path: z.string().min(1).max(LONGEST_PATH).describe("Absolute path of the .apk, .app or .ipa."),
  }),
  output: z.strictObject({ path: z.string().describe("The file that was installed, with links followed.") }),
  run: async ({ path }, { driver, resolveAppPath, onProgress, signal }) => {
    const resolved = await resolveAppPath(path);
    if (resolved.is === "refused") {
      throw invalidArguments("installApp", [{ argument: "path", problem: resolved.problem }]);
    }
    await driver.installApp(resolved.path, signal, onProgress);
    return { structured: { path: resolved.path } };
  },
});

/** Removes an app and its data. */
export const uninstallApp = defineDeviceTool({
  name: "uninstallApp",
  title: "Uninstall an app",
  description: "Removes an app and everything that it has stored on the device. This cannot be undone.",
  annotations: DELETES,
  target: "execution",
  platforms: BOTH_PLATFORMS,
  input: z.strictObject({ appId: APP_ID }),
  output: z.strictObject({ appId: z.string() }),
  run: async ({ appId }, { driver, signal }) => {
    await driver.uninstallApp(appId, signal);
    return { structured: { appId } };
  },
});

/** Deletes what an app has stored. */
export const clearAppData = defineDeviceTool({
  name: "clearAppData",
  title: "Clear an app's data",
  description:
    "Stops an app and deletes everything that it has stored, as if it had just been installed. This cannot be undone. iOS cannot do it.",
  annotations: DELETES,
  target: "execution",
  platforms: BOTH_PLATFORMS,
  input: z.strictObject({ appId: APP_ID }),
  output: z.strictObject({ appId: z.string() }),
  run: async ({ appId }, { driver, signal }) => {
    await driver.clearAppData(appId, signal);
    return { structured: { appId } };
  },
});
