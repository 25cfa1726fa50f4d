import type { z } from "zod";
import type { Platform } from "../core/refusal.js";
import type { Timer } from "../core/timer.js";
import type { Device } from "../devices/device.js";
import type { DeviceDriver } from "../devices/deviceDriver.js";
import type { Inventory } from "../devices/inventory.js";

/** How a tool finds its device. `none`: it has no single device. The others name the raise site in `targeting/`. */
export type TargetNeed = "none" | "read" | "execution" | "readiness";

/** An extra content block beside the structured result. */
export interface ToolImage {
  readonly mimeType: "image/png" | "image/jpeg";
  readonly base64: string;
}

/** What a tool gives back. The front end adds the device that it ran on to `structured`. */
export interface ToolOutcome {
  readonly structured: Readonly<Record<string, unknown>>;
  readonly images?: readonly ToolImage[];
}

/** What a tool on one device is handed. `driver` reaches `device` and no other. */
export interface DeviceToolContext {
  readonly device: Device;
  readonly driver: DeviceDriver;
  readonly timer: Timer;
  readonly signal: AbortSignal;
}

/** What a tool without a device is handed. */
export interface HostToolContext {
  readonly inventory: Inventory;
  /** Ids of devices on which a call of another caller is running now. */
  readonly busyDevices: () => ReadonlySet<string>;
  readonly timer: Timer;
  readonly signal: AbortSignal;
}

interface ToolBase {
  /** camelCase, as in `tools/list`. */
  readonly name: string;
  readonly title: string;
  /** For the agent: what it does, what it returns, and to pass on the `deviceId` of the last result. */
  readonly description: string;
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
  };
  /** Shape of the structured result, without the `device` that every device tool's result gets. */
  readonly output: z.ZodObject;
}

/** A tool that runs on one device. Its published arguments are `input` plus `deviceId` and `platform`. */
export interface DeviceTool<Input extends z.ZodObject = z.ZodObject> extends ToolBase {
  readonly target: Exclude<TargetNeed, "none">;
  readonly platforms: readonly Platform[];
  readonly input: Input;
  readonly run: (args: z.output<Input>, context: DeviceToolContext) => Promise<ToolOutcome>;
}

/** A tool that has no device of its own. */
export interface HostTool<Input extends z.ZodObject = z.ZodObject> extends ToolBase {
  readonly target: "none";
  readonly input: Input;
  readonly run: (args: z.output<Input>, context: HostToolContext) => Promise<ToolOutcome>;
}
