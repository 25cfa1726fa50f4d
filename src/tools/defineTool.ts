import { z } from "zod";
import type { ResolveAppPath } from "../core/appFile.js";
import type { Breathe } from "../core/breathe.js";
import type { ArgumentProblem, Platform } from "../core/refusal.js";
import type { Timer } from "../core/timer.js";
import type { Device } from "../devices/device.js";
import type { DeviceDriver, OnProgress, UiTree } from "../devices/deviceDriver.js";
import type { Snapshot } from "../devices/inventory.js";
import type { VirtualDevices } from "../devices/virtualDevices.js";
import { parseArguments } from "./parseArguments.js";
import { type PublishedTool, toObjectSchema, toResultSchema, type ToolAnnotations } from "./publishedTool.js";

/** An extra content block beside the structured result. */
export interface ToolImage {
  readonly mimeType: "image/png" | "image/jpeg";
  readonly base64: string;
}

/** What a tool gives back. The runner adds the device that it ran on to `structured`. */
export interface ToolOutcome<Structured = Readonly<Record<string, unknown>>> {
  readonly structured: Structured;
  readonly images?: readonly ToolImage[];
  /** The device as it is now, where the tool waited for it to change. */
  readonly device?: Device;
}

/** What a tool on one device is handed. `driver` reaches `device` and no other. */
export interface DeviceToolContext {
  readonly device: Device;
  readonly driver: DeviceDriver;
  /** Judges the path of an app that is to be installed. */
  readonly resolveAppPath: ResolveAppPath;
  readonly breathe: Breathe;
  readonly onProgress: OnProgress;
  readonly signal: AbortSignal;
}

/** What a tool is handed that looks at one device again and again, and lets others have their turn in between. */
export interface WatchToolContext {
  readonly device: Device;
  /** One look, in the device's own queue. */
  readonly look: (signal: AbortSignal) => Promise<UiTree>;
  readonly timer: Timer;
  readonly signal: AbortSignal;
}

/** What a tool is handed that waits for its device to be ready: there may be no way to drive it yet. */
export interface ReadinessToolContext {
  readonly device: Device;
  readonly snapshot: (signal: AbortSignal) => Promise<Snapshot>;
  readonly timer: Timer;
  readonly signal: AbortSignal;
}

/** What a tool without a device is handed. */
export interface HostToolContext {
  readonly snapshot: (signal: AbortSignal) => Promise<Snapshot>;
  /** Whether a call is running on the device now. */
  readonly isInUse: (device: Device) => boolean;
  /** What can be started here. */
  readonly virtual: readonly VirtualDevices[];
  readonly timer: Timer;
  readonly onProgress: OnProgress;
  readonly signal: AbortSignal;
}

/** A call whose arguments were read: what is wrong with them, or which device they name and the work itself. */
export type PreparedCall<Context> =
  | { readonly kind: "invalid"; readonly problems: readonly ArgumentProblem[] }
  | {
      readonly kind: "ready";
      readonly deviceId: string | undefined;
      readonly platform: Platform | undefined;
      readonly run: (context: Context) => Promise<ToolOutcome>;
    };

interface ToolFace<Context> {
  /** camelCase, as in `tools/list`. */
  readonly name: string;
  /** A call may outlast a client's patience: a client that has tasks may be given a handle at once. */
  readonly mayRunAsTask: boolean;
  /** What `tools/list` shows of it. */
  readonly published: () => PublishedTool;
  /** Reads arguments as they came from the client. Never throws, and runs nothing. */
  readonly prepare: (args: unknown) => PreparedCall<Context>;
}

/** A tool that runs on one device; `target` names its raise site in `targeting/`. It has the device for the whole call. */
export interface DeviceTool extends ToolFace<DeviceToolContext> {
  readonly target: "read" | "execution";
  readonly turn: "whole_call";
  readonly platforms: readonly Platform[];
}

/** A tool that only looks at one device, with a turn for each look. */
export interface WatchTool extends ToolFace<WatchToolContext> {
  readonly target: "read";
  readonly turn: "each_look";
  readonly platforms: readonly Platform[];
}

/** A tool that waits for one device. */
export interface ReadinessTool extends ToolFace<ReadinessToolContext> {
  readonly target: "readiness";
  readonly platforms: readonly Platform[];
}

/** A tool that has no device of its own. */
export interface HostTool extends ToolFace<HostToolContext> {
  readonly target: "none";
}

/** Any tool, with its own argument types closed over: a catalogue holds them side by side. */
export type Tool = DeviceTool | WatchTool | ReadinessTool | HostTool;

/** What every definition says. `input` and `output` are strict objects; `run` gets the parsed arguments. */
interface ToolLiteral<Input extends z.ZodObject, Output extends z.ZodObject, Context> {
  readonly name: string;
  readonly title: string;
  /** For the agent: what it does and what it returns. */
  readonly description: string;
  readonly annotations: ToolAnnotations;
  readonly mayRunAsTask?: true;
  /** The tool's own arguments, without `deviceId` and `platform`. */
  readonly input: Input;
  /** The structured result, without the `device` that the result of every tool with a device gets. */
  readonly output: Output;
  readonly run: (args: z.output<Input>, context: Context) => Promise<ToolOutcome<z.input<Output>>>;
}

interface OnDevice {
  /** Where the tool can run at all; devices of other platforms never count for it. */
  readonly platforms: readonly Platform[];
}

const TARGET_INPUT = z.strictObject({
  deviceId: z
    .string()
    .min(1)
    .optional()
    .describe("Exact id of the device, from the last result or from listDevices. Needed when several are attached."),
  platform: z.enum(["android", "ios"]).optional().describe("Counts only devices of this platform."),
});

const NO_TARGET = z.strictObject({});

/** What every result that concerns one device says of it. */
export const TARGET_OUTPUT = z.strictObject({
  device: z
    .strictObject({
      deviceId: z.string().describe("Pass this on as deviceId in the next call."),
      platform: z.enum(["android", "ios"]),
      name: z.string(),
      kind: z
        .literal("hardware")
        .optional()
        .describe("Somebody's own device, and the call did not name it: it was the only one that could be meant."),
    })
    .describe("The device that the tool ran on."),
});

/** Defines a tool that acts on one device or reads from it. */
export function defineDeviceTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  literal: ToolLiteral<Input, Output, DeviceToolContext> & OnDevice & { readonly target: DeviceTool["target"] },
): DeviceTool {
  return { ...onDevice(literal), target: literal.target, turn: "whole_call", platforms: literal.platforms };
}

/** Defines a tool that looks at one device until it sees something. */
export function defineWatchTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  literal: ToolLiteral<Input, Output, WatchToolContext> & OnDevice,
): WatchTool {
  return { ...onDevice(literal), target: "read", turn: "each_look", platforms: literal.platforms };
}

/** Defines a tool that waits for one device, ready or not yet. */
export function defineReadinessTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  literal: ToolLiteral<Input, Output, ReadinessToolContext> & OnDevice,
): ReadinessTool {
  return { ...onDevice(literal), target: "readiness", platforms: literal.platforms };
}

/** Defines a tool that has no device of its own. It takes neither `deviceId` nor `platform`. */
export function defineHostTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  literal: ToolLiteral<Input, Output, HostToolContext>,
): HostTool {
  const { name, input, output } = literal;
  return {
    name,
    target: "none",
    mayRunAsTask: literal.mayRunAsTask ?? false,
    published: () => toPublished(literal, { input, output }),
    prepare: (args) => {
      const parsed = parseArguments(args, { tool: name, own: input, shared: NO_TARGET });
      if (parsed.is === "invalid") return { kind: "invalid", problems: parsed.problems };
      const run = async (context: HostToolContext) => await literal.run(parsed.own, context);
      return { kind: "ready", deviceId: undefined, platform: undefined, run };
    },
  };
}

function onDevice<Input extends z.ZodObject, Output extends z.ZodObject, Context>(
  literal: ToolLiteral<Input, Output, Context>,
): ToolFace<Context> {
  const { name, input, output } = literal;
  return {
    name,
    mayRunAsTask: literal.mayRunAsTask ?? false,
    published: () =>
      toPublished(literal, {
        input: input.safeExtend(TARGET_INPUT.shape),
        output: output.safeExtend(TARGET_OUTPUT.shape),
      }),
    prepare: (args) => {
      const parsed = parseArguments(args, { tool: name, own: input, shared: TARGET_INPUT });
      if (parsed.is === "invalid") return { kind: "invalid", problems: parsed.problems };
      const { deviceId, platform } = parsed.shared;
      return { kind: "ready", deviceId, platform, run: async (context) => await literal.run(parsed.own, context) };
    },
  };
}

function toPublished(
  literal: Pick<ToolLiteral<z.ZodObject, z.ZodObject, never>, "name" | "title" | "description" | "annotations">,
  schemas: { readonly input: z.ZodObject; readonly output: z.ZodObject },
): PublishedTool {
  const { name, title, description, annotations } = literal;
  return {
    name,
    title,
    description,
    inputSchema: toObjectSchema(schemas.input, "input"),
    outputSchema: toResultSchema(schemas.output),
    annotations,
  };
}
