import type { Device, DeviceLimit } from "../device.js";
import { wdaRemedy } from "./wda/wdaLink.js";
import type { Wda } from "./wda/wdas.js";

/** A ready device with what it cannot do while it has no WDA. `without` completes "Without WebDriverAgent it cannot …". */
export async function withWdaLimit(
  device: Device,
  { wda, without }: { readonly wda: Wda; readonly without: string },
  signal: AbortSignal,
): Promise<Device> {
  if (device.state.is !== "ready") return device;
  const absence = await wda.line.link.absence(signal);
  if (absence === undefined) return device;
  const limit: DeviceLimit = {
    meaning: `without a WebDriverAgent it cannot ${without} (${absence})`,
    remedy: wdaRemedy(device.id),
  };
  return { ...device, limits: [limit] };
}
