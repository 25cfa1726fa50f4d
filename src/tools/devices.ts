import { z } from "zod";
import { assertNever } from "../core/assertNever.js";
import { quoteText } from "../core/quoteText.js";
import { type Device, toCandidate } from "../devices/device.js";
import type { SourceReport } from "../devices/inventory.js";
import { adviseOnState, toStateWord } from "../targeting/deviceStates.js";
import { defineHostTool } from "./defineTool.js";

const LISTED_DEVICE = z.strictObject({
  deviceId: z.string(),
  platform: z.enum(["android", "ios"]),
  name: z.string(),
  model: z.string().optional(),
  osVersion: z.string().optional(),
  kind: z.enum(["hardware", "emulator", "simulator", "unknown"]),
  state: z.string().describe("ready, or why the device cannot be used."),
  meaning: z.string().optional().describe("What the state means, when it is not ready."),
  remedy: z.string().optional().describe("What to do about it."),
  limits: z
    .array(z.strictObject({ meaning: z.string(), remedy: z.string() }))
    .optional()
    .describe("What it cannot do for now, ready or not."),
  inUse: z.boolean().describe("Another call is running on it now."),
  aliases: z
    .array(z.strictObject({ deviceId: z.string(), state: z.string() }))
    .optional()
    .describe("Other ways in which the same device is attached; their ids name it too."),
});

const SOURCE = z.strictObject({
  source: z.string(),
  outcome: z.enum(["complete", "failed", "absent"]),
  reason: z.string().optional(),
  remedy: z.string().optional(),
});

/** Lists what is attached and, per source, whether discovery was complete. */
export const listDevices = defineHostTool({
  name: "listDevices",
  title: "List devices",
  description:
    "Lists every attached device: its deviceId for the other tools, its state, and what it needs when it is not ready. complete is false when a source could not be asked, so that devices may be missing.",
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
  input: z.strictObject({}),
  output: z.strictObject({ devices: z.array(LISTED_DEVICE), sources: z.array(SOURCE), complete: z.boolean() }),
  run: async (_args, { snapshot, isInUse, signal }) => {
    const { devices, sources } = await snapshot(signal);
    return {
      structured: {
        devices: devices.map((device) => toListed(device, isInUse)),
        sources: sources.map(toSource),
        complete: sources.every((report) => report.outcome !== "failed"),
      },
    };
  },
});

function toListed(device: Device, isInUse: (device: Device) => boolean): z.input<typeof LISTED_DEVICE> {
  const { meaning, remedy } = adviseOnState(device.state);
  const aliases = device.aliases.map((alias) => ({ deviceId: alias.id, state: toStateWord(alias.state) }));
  return {
    ...toCandidate(device),
    state: toStateWord(device.state),
    ...(device.state.is === "ready" ? {} : { meaning, remedy }),
    ...(device.limits === undefined ? {} : { limits: [...device.limits] }),
    inUse: isInUse(device),
    ...(aliases.length === 0 ? {} : { aliases }),
  };
}

function toSource(report: SourceReport): z.input<typeof SOURCE> {
  const { source } = report;
  switch (report.outcome) {
    case "complete":
      return { source, outcome: "complete" };
    case "failed":
      return { source, outcome: "failed", reason: quoteText(report.refusal.message), remedy: report.refusal.hint };
    case "absent":
      return { source, outcome: "absent", reason: quoteText(report.reason) };
    default:
      return assertNever(report);
  }
}
