import type { Platform, RefusalDetail } from "../core/refusal.js";
import type { Device } from "./device.js";
import type { DeviceDriver } from "./deviceDriver.js";
import { joinSources } from "./joinSources.js";
import type { VirtualDevices } from "./virtualDevices.js";

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
  /** What could be started here; absent where the source only finds what somebody else starts. */
  readonly virtual?: VirtualDevices;
  /** Releases sockets and children. Runs every step even when one throws. */
  close(): Promise<void>;
}

/** All sources at once. */
export interface Inventory {
  snapshot(signal: AbortSignal): Promise<Snapshot>;
  driver(device: Device): DeviceDriver;
  /** What each source could start. Empty where the operator named the only devices that exist. */
  readonly virtual: readonly VirtualDevices[];
  close(): Promise<void>;
}

/** What an inventory is made of. */
export interface InventoryOptions {
  readonly sources: readonly DeviceSource[];
  /** Ids (aliases count) of the only devices that exist for this server; without it, every device does. */
  readonly allowedDevices?: readonly string[];
}

/** Puts sources together: all are asked at the same time, each fails apart from the others. */
export function createInventory({ sources, allowedDevices }: InventoryOptions): Inventory {
  const allowed = allowedDevices === undefined ? undefined : new Set(allowedDevices);
  const shownBySource = new WeakMap<Device, Device>();
  return {
    // A device that is yet to be started has no id that the operator could have allowed.
    virtual: allowed === undefined ? sources.flatMap(({ virtual }) => virtual ?? []) : [],
    async snapshot(signal) {
      const found = await Promise.all(sources.map((source) => source.discover(signal)));
      const joined = joinSources(found.flatMap(({ devices }) => devices));
      for (const { device, shownAs } of joined) shownBySource.set(device, shownAs);
      const devices = joined.map(({ device }) => device);
      return {
        devices: devices.filter((device) => isAllowed(device, allowed)).toSorted(byId),
        sources: found.map(({ report }) => report),
      };
    },
    driver(device) {
      const source = sources.find(({ name }) => name === device.source);
      if (source === undefined) throw new Error(`no source is called ${device.source}`);
      return source.driver(shownBySource.get(device) ?? device);
    },
    async close() {
      const ends = await Promise.allSettled(sources.map(async (source) => source.close()));
      const errors = ends.flatMap((end): readonly unknown[] => (end.status === "rejected" ? [end.reason] : []));
      if (errors.length > 0) throw new AggregateError(errors, "a device source could not be closed");
    },
  };
}

function isAllowed(device: Device, allowed: ReadonlySet<string> | undefined): boolean {
  if (allowed === undefined) return true;
  return allowed.has(device.id) || device.aliases.some((alias) => allowed.has(alias.id));
}

/** By platform, then id, in code units: the order must not depend on a locale. */
function byId(a: Device, b: Device): number {
  return compare(a.platform, b.platform) || compare(a.id, b.id);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
