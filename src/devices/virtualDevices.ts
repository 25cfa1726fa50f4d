import type { Platform } from "../core/refusal.js";
import type { OnProgress } from "./deviceDriver.js";

/** An emulator or simulator that exists on this machine, whether or not it runs. */
export interface VirtualDevice {
  readonly platform: Platform;
  /** What `startDevice` takes: an AVD's name, or a simulator's name or id. */
  readonly name: string;
  /** Its id, where it has one before it runs, as simulators do. */
  readonly deviceId?: string;
  /** Tells it from others of that name, for example `iOS 18.2`. */
  readonly osVersion?: string;
}

/** How a start came out. */
export interface StartedDevice {
  /** The id by which `listDevices` shows it, learned from the device that was started. */
  readonly deviceId: string;
}

/** What one source can start. Looking for it starts nothing. */
export interface VirtualDevices {
  readonly platform: Platform;
  /** What there is. Empty when this machine has no program that could start any; never throws a `Refusal` for that. */
  list(signal: AbortSignal): Promise<readonly VirtualDevice[]>;
  /**
   * Starts one that `list` returned and resolves once its id is known; it may still be booting. One that runs already is no
   * error.
   *
   * @throws Refusal `command_failed`, `timed_out`.
   */
  start(device: VirtualDevice, signal: AbortSignal, onProgress: OnProgress): Promise<StartedDevice>;
}
