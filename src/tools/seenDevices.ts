import type { Device } from "../devices/device.js";

/** Ids that are remembered; the one that was seen longest ago is dropped first. */
const REMEMBERED_IDS = 256;

/** Which device last had which id. Only ever words a refusal: no call runs on what is remembered here. */
export interface SeenDevices {
  /** Notes every id, aliases included, of what is attached now. */
  remember(devices: readonly Device[]): void;
  /** The device that had this id when it was last seen. */
  lastSeen(id: string): Device | undefined;
}

/** A memory that has seen nothing yet. */
export function createSeenDevices(): SeenDevices {
  const byId = new Map<string, Device>();
  return {
    remember(devices) {
      for (const device of devices) {
        for (const id of [device.id, ...device.aliases.map((alias) => alias.id)]) {
          byId.delete(id);
          byId.set(id, device);
        }
      }
      for (const id of byId.keys()) {
        if (byId.size <= REMEMBERED_IDS) break;
        byId.delete(id);
      }
    },
    lastSeen: (id) => byId.get(id),
  };
}
