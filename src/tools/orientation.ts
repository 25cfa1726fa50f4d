import { z } from "zod";
import { ORIENTATIONS } from "../devices/deviceDriver.js";
import { defineDeviceTool } from "./defineTool.js";

/** Turns the screen. */
export const setOrientation = defineDeviceTool({
  name: "setOrientation",
  title: "Set the orientation",
  description:
    "Turns the screen to portrait or landscape and keeps it so. An app that allows one orientation only stays as it is: call observe to see.",
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
  target: "execution",
  platforms: ["android", "ios"],
  input: z.strictObject({ orientation: z.enum(ORIENTATIONS) }),
  output: z.strictObject({ orientation: z.enum(ORIENTATIONS) }),
  run: async ({ orientation }, { driver, signal }) => {
    await driver.setOrientation(orientation, signal);
    return { structured: { orientation } };
  },
});
