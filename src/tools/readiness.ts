import { elapsedSince } from "../core/elapsed.js";
import { z } from "zod";
import { defineReadinessTool } from "./defineTool.js";
import { untilReady } from "./untilReady.js";

const DEFAULT_TIMEOUT_MS = 60_000;
const LONGEST_TIMEOUT_MS = 600_000;

/** Waits until a device can be used. */
export const waitForDevice = defineReadinessTool({
  name: "waitForDevice",
  title: "Wait for a device",
  description:
    "Waits until a device that is attached but not ready, for example still starting or not yet authorized, can be used. Returns at once for one that is ready.",
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
  platforms: ["android", "ios"],
  mayRunAsTask: true,
  input: z.strictObject({
    timeoutMs: z.int().min(1).max(LONGEST_TIMEOUT_MS).default(DEFAULT_TIMEOUT_MS),
  }),
  output: z.strictObject({ state: z.literal("ready"), waitedMs: z.int() }),
  run: async ({ timeoutMs }, context) => {
    const startedAt = context.timer.now();
    const device = await untilReady(context, timeoutMs);
    return { structured: { state: "ready" as const, waitedMs: elapsedSince(startedAt, context.timer) }, device };
  },
});
