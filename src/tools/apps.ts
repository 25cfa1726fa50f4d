import { z } from "zod";
import { APP_ID } from "./appId.js";
import { defineDeviceTool } from "./defineTool.js";

const LONGEST_URL = 8_000;
const BOTH_PLATFORMS = ["android", "ios"] as const;

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

/** Opens a URL in the app that it belongs to. */
export const openUrl = defineDeviceTool({
  name: "openUrl",
  title: "Open a URL",
  description:
    "Opens a URL as a tap on a link would: a web page in the browser, a link such as myapp://page in its app. Call observe to see what opened.",
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
  target: "execution",
  platforms: BOTH_PLATFORMS,
  input: z.strictObject({
    url: z.string().min(1).max(LONGEST_URL).describe("With its scheme, for example https://example.com."),
  }),
  output: z.strictObject({ url: z.string() }),
  run: async ({ url }, { driver, signal }) => {
    await driver.openUrl(url, signal);
    return { structured: { url } };
  },
});
