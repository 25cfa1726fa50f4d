import { elapsedSince } from "../core/elapsed.js";
import { z } from "zod";
import { quoteText } from "../core/quoteText.js";
import { withDeadline } from "../core/withDeadline.js";
import { Refusal } from "../core/refusal.js";
import type { Device } from "../devices/device.js";
import type { VirtualDevice, VirtualDevices } from "../devices/virtualDevices.js";
import { defineDeviceTool, defineHostTool, TARGET_OUTPUT } from "./defineTool.js";
import { invalidArguments, notStartedInTime } from "./toolRefusals.js";
import { untilReady } from "./untilReady.js";

const DEFAULT_TIMEOUT_MS = 180_000;
const LONGEST_TIMEOUT_MS = 600_000;
const LONGEST_NAME = 200;
const SHORTEST_LOOK_MS = 1_500;

/** Starts an emulator or simulator; the only tool that does. */
export const startDevice = defineHostTool({
  name: "startDevice",
  title: "Start a device",
  description:
    "Starts an Android emulator by the name of its AVD, or an iOS simulator by its name or id, and waits until it can be used. A wrong name is answered with the names that there are. Never needed for a device that listDevices shows as ready.",
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
  mayRunAsTask: true,
  input: z.strictObject({
    name: z.string().min(1).max(LONGEST_NAME),
    timeoutMs: z.int().min(1).max(LONGEST_TIMEOUT_MS).default(DEFAULT_TIMEOUT_MS).describe("Until it can be used."),
  }),
  output: TARGET_OUTPUT.safeExtend({ state: z.literal("ready"), waitedMs: z.int() }),
  run: async ({ name, timeoutMs }, { virtual, snapshot, timer, onProgress, signal }) => {
    const startedAt = timer.now();
    const deadline = { timer, timeoutMs, label: "startDevice: it starts", signal };
    const start = await withDeadline(deadline, async (within) => {
      const { source, device } = await findOne(virtual, name, within);
      return { device, ...(await source.start(device, within, onProgress)) };
    });
    if (start.is === "timed_out") throw notStartedInTime(name, timeoutMs);
    const { device, deviceId } = start.value;
    onProgress({ done: 1, message: `"${quoteText(deviceId)}" runs, and is getting ready` });
    const expected = toExpected(deviceId, device);
    // At least one look, and none that a clock which was set meanwhile could prolong.
    const leftMs = Math.min(Math.max(timeoutMs - (timer.now() - startedAt), SHORTEST_LOOK_MS), timeoutMs);
    const ready = await untilReady({ device: expected, snapshot, timer, signal }, leftMs);
    return {
      structured: {
        device: { deviceId: ready.id, platform: ready.platform, name: quoteText(ready.name) },
        state: "ready" as const,
        waitedMs: elapsedSince(startedAt, timer),
      },
    };
  },
});

/** Shuts an emulator or simulator down. */
export const killDevice = defineDeviceTool({
  name: "killDevice",
  title: "Shut a device down",
  description:
    "Shuts an emulator or simulator down; what runs on it is lost. Refused for phones and tablets. It takes a moment until listDevices does not show it as ready any more.",
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
  target: "execution",
  platforms: ["android", "ios"],
  input: z.strictObject({}),
  output: z.strictObject({ state: z.literal("shutting_down") }),
  run: async (_args, { driver, signal }) => {
    await driver.shutDown(signal);
    return { structured: { state: "shutting_down" as const } };
  },
});

interface Found {
  readonly source: VirtualDevices;
  readonly device: VirtualDevice;
}

/**
 * By id or by exact name, and only if that means one: starting the wrong one is a wrong device, too. A source that cannot
 * list what it has keeps nobody from starting what another one has.
 */
async function findOne(sources: readonly VirtualDevices[], name: string, signal: AbortSignal): Promise<Found> {
  const lists = await Promise.all(sources.map(async (source) => listOne(source, signal)));
  const all = lists.flatMap((list) => (list.is === "listed" ? list.found : []));
  const byId = all.filter(({ device }) => device.deviceId === name);
  const fitting = byId.length > 0 ? byId : all.filter(({ device }) => device.name === name);
  const [only, ...others] = fitting;
  if (only !== undefined && others.length === 0) return only;
  const failure = lists.find((list) => list.is === "failed");
  if (only === undefined && failure !== undefined) throw failure.refusal;
  const problem =
    only === undefined
      ? `nothing here is called that; ${toOffer(all)}`
      : `several are called that: ${toNames(fitting)}`;
  throw invalidArguments("startDevice", [{ argument: "name", problem }]);
}

type List =
  { readonly is: "listed"; readonly found: readonly Found[] } | { readonly is: "failed"; readonly refusal: Refusal };

async function listOne(source: VirtualDevices, signal: AbortSignal): Promise<List> {
  try {
    return { is: "listed", found: (await source.list(signal)).map((device) => ({ source, device })) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { is: "failed", refusal: error };
  }
}

function toOffer(all: readonly Found[]): string {
  return all.length === 0 ? "this server can start no device" : `there are: ${toNames(all)}`;
}

function toNames(all: readonly Found[]): string {
  return all
    .map(({ device: { name, deviceId, osVersion } }) => {
      const more = [osVersion, deviceId].filter((each) => each !== undefined).map((each) => quoteText(each));
      return more.length === 0 ? quoteText(name) : `${quoteText(name)} (${more.join(", ")})`;
    })
    .join("; ");
}

/** How the started device will show, for who looks for it: its id is known, nothing else yet. */
function toExpected(deviceId: string, { platform, name }: VirtualDevice): Device {
  return {
    id: deviceId,
    platform,
    kind: platform === "ios" ? "simulator" : "emulator",
    name,
    state: { is: "not_ready", reason: "booting" },
    aliases: [],
    source: "",
  };
}
