import type { Platform } from "../core/refusal.js";
import type { Device } from "../devices/device.js";

/** Which device a call asked for. */
export interface TargetRequest {
  /** The tool's name, for the refusal's text. */
  readonly tool: string;
  readonly deviceId: string | undefined;
  readonly platform: Platform | undefined;
  /** The platforms on which the tool can run at all; devices of others never count as candidates. */
  readonly platforms: readonly Platform[];
  /**
   * The device that had `deviceId` when it was last seen, if this process saw one. It is never the target: it only lets
   * the refusal of an id that is gone say under which id the device seems to be back.
   */
  readonly formerly: Device | undefined;
}

/** What a call needs its device for. One raise site each. */
export type TargetNeed = "execution" | "read" | "readiness";

/** What the operator decided for this server. */
export interface TargetPolicy {
  /** `--require-device-id`: never resolve, never ask. */
  readonly requiresDeviceId: boolean;
}

/** How the device came to be chosen, for the log and the result. */
export type TargetOrigin = "argument" | "only_one";

/** The device that a call means. */
export interface Target {
  readonly device: Device;
  readonly origin: TargetOrigin;
}
