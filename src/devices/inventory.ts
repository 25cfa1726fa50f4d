import type { Platform, RefusalDetail } from "../core/refusal.js";
import type { Device } from "./device.js";
import type { DeviceDriver } from "./deviceDriver.js";

/** How one source's discovery ended. `absent`: the platform does not exist on this host, which is no error. */
export type SourceReport =
  | { readonly source: string; readonly outcome: "complete" }
  | {
      readonly source: string;
      readonly outcome: "failed";
      readonly refusal: RefusalDetail;
      /** The only platform that the source finds; absent when what it would have found is not known. */
      readonly platform?: Platform;
    }
  | { readonly source: string; readonly outcome: "absent"; readonly reason: string };

/** Every source at one moment. Devices are sorted by platform, then id. */
export interface Snapshot {
  readonly devices: readonly Device[];
  readonly sources: readonly SourceReport[];
}

/** One place where devices come from (the adb server; simctl; devicectl). Fails apart from the others: never throws. */
export interface DeviceSource {
  readonly name: string;
  /**
   * What is attached now. Waits, bounded, for devices that are still being probed, and never returns a half-read list as
   * complete. Does no device work before the first call.
   */
  discover(signal: AbortSignal): Promise<{ readonly devices: readonly Device[]; readonly report: SourceReport }>;
  /** The way to drive a device that `discover` returned. */
  driver(device: Device): DeviceDriver;
  /** Releases sockets and children. Runs every step even when one throws. */
  close(): Promise<void>;
}

/** All sources at once. */
export interface Inventory {
  snapshot(signal: AbortSignal): Promise<Snapshot>;
  driver(device: Device): DeviceDriver;
  close(): Promise<void>;
}
