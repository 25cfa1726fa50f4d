import type { Device } from "../devices/device.js";
import type { DeviceDriver } from "../devices/deviceDriver.js";
import type { DeviceQueue, DeviceTurn } from "../devices/deviceQueue.js";
import type { Inventory, Snapshot } from "../devices/inventory.js";
import type { DeviceTool, WatchTool } from "./defineTool.js";
import { deviceReplaced, type ReplacedWhen } from "./toolRefusals.js";

/** What turns are taken with. */
export interface TurnParts {
  readonly queue: DeviceQueue;
  readonly inventory: Pick<Inventory, "driver">;
  readonly snapshot: Inventory["snapshot"];
}

/** Which tool wants which device, and until when. */
export interface WantedTurn {
  readonly tool: DeviceTool | WatchTool;
  readonly device: Device;
  readonly signal: AbortSignal;
}

/**
 * Works on a device when its turn has come. The signal of the work is aborted with that of the caller, and when the turn is
 * lost.
 *
 * @throws what `work` throws; Refusal `device_lost` when the device is not the one any more that was chosen, and whatever keeps
 * a turn from coming: then `work` does not run.
 */
export async function inDeviceTurn<T>(
  { queue, inventory, snapshot }: TurnParts,
  { tool, device, signal }: WantedTurn,
  work: (driver: DeviceDriver, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  return await queue.run(turnKey(device), signal, async ({ signal: held, hasWaited }) => {
    const since = sinceWhen(tool, { hasWaited });
    if (since !== undefined && !isStillThere(device, await snapshot(held))) {
      throw deviceReplaced(device.id, tool.name, since);
    }
    const driver = inventory.driver(device);
    if (driver.platform !== device.platform) {
      throw new Error(`a driver for ${driver.platform} was about to run ${tool.name} on an ${device.platform} device`);
    }
    return await work(driver, held);
  });
}

/** The device's name in the queue. By identity where there is one: a phone that changes from USB to Wi-Fi is still one phone. */
export function turnKey(device: Device): string {
  return device.identity ?? device.id;
}

/** What has gone by since the device was chosen; `undefined`: nothing, so that it is still what it was. */
function sinceWhen(
  { turn }: WantedTurn["tool"],
  { hasWaited }: Pick<DeviceTurn, "hasWaited">,
): ReplacedWhen | undefined {
  if (hasWaited) return "while_it_waited";
  return turn === "each_look" ? "before_a_look" : undefined;
}

/** An id can pass to another device: a second emulator on the same port. */
function isStillThere(device: Device, { devices }: Snapshot): boolean {
  return devices.some(
    ({ id, platform, identity }) => id === device.id && platform === device.platform && identity === device.identity,
  );
}
