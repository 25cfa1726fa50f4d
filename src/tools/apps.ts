import { z } from "zod";
import { defineDeviceTool } from "./defineTool.js";

const LONGEST_APP_ID = 255;
const BOTH_PLATFORMS = ["android", "ios"] as const;

// What Android package names and iOS bundle ids are made of; a driver may be stricter.
const APP_ID = z
  .string()
  .max(LONGEST_APP_ID)
  .regex(/^\w[\w-]*(\.[\w-]+)+$/, { error: "is no app id, such as com.example.app" })
  .describe("From listApps, for example com.example.app.");

/** Starts an app, or brings it to the front. */
export const launchApp = defineDeviceTool({
  name: "launchApp",
  title: "Launch an app",
  description: "Starts an app, or brings it to the front when it is running.",
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
  target: "execution",
  platforms: BOTH_PLATFORMS,
  input: z.strictObject({ appId: APP_ID }),
  output: z.strictObject({ appId: z.string() }),
  run: async ({ appId }, { driver, signal }) => {
    await driver.launchApp(appId, signal);
    return { structured: { appId } };
  },
});

/** Stops an app. */
export const terminateApp = defineDeviceTool({
  name: "terminateApp",
  title: "Terminate an app",
  description: "Stops an app. Its stored data stays; what it had not stored is lost.",
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
  target: "execution",
  platforms: BOTH_PLATFORMS,
  input: z.strictObject({ appId: APP_ID }),
  output: z.strictObject({ appId: z.string() }),
  run: async ({ appId }, { driver, signal }) => {
    await driver.terminateApp(appId, signal);
    return { structured: { appId } };
  },
});
