import type { Device } from "../../../src/devices/device.js";
import type { DeviceDriver } from "../../../src/devices/deviceDriver.js";
import { createInventory, type Inventory, type Snapshot } from "../../../src/devices/inventory.js";
import { createIosSources, type IosSourceOptions } from "../../../src/devices/ios/iosSources.js";
import { createHttpExchange } from "../../../src/system/httpExchange.js";
import { createProcessRunner } from "../../../src/system/processRunner.js";
import { withScratchFile } from "../../../src/system/scratchFile.js";
import { systemTimer } from "../../../src/system/systemTimer.js";
import { fakeXcrun, type FakeXcrun } from "../../support/fakeXcrun.js";
import { recordingLog } from "../../support/recordingLog.js";
import type { XcrunWorld } from "../../support/fakeXcrun/world.mjs";

/** The product's iOS sources over a made-up `xcrun`, with real files and sockets. */
export interface IosWorld {
  readonly xcrun: FakeXcrun;
  readonly inventory: Inventory;
  snapshot(): Promise<Snapshot>;
  device(id: string): Promise<Device>;
  driver(id: string): Promise<DeviceDriver>;
  close(): Promise<void>;
}

/** Never aborted. */
export const { signal: NEVER } = new AbortController();

/** Opens the sources with a real process for each run of `xcrun`. */
export async function iosWorldOfProcesses(changes: Partial<XcrunWorld>): Promise<IosWorld> {
  return await openWorld(await fakeXcrun(changes), ({ env }) => ({
    runProcess: createProcessRunner({ timer: systemTimer, env }),
  }));
}

/** Opens the sources. `options` takes the place of what they are otherwise handed. */
export async function iosWorld(
  changes: Partial<XcrunWorld> = {},
  options: Partial<IosSourceOptions> = {},
): Promise<IosWorld> {
  return await openWorld(await fakeXcrun(changes), () => options);
}

async function openWorld(
  xcrun: FakeXcrun,
  options: (xcrun: FakeXcrun) => Partial<IosSourceOptions>,
): Promise<IosWorld> {
  const inventory = createInventory({
    sources: createIosSources({
      runProcess: xcrun.runInProcess,
      withScratchFile,
      exchange: createHttpExchange(systemTimer),
      wdaAddresses: [],
      timer: systemTimer,
      log: recordingLog(),
      ...options(xcrun),
    }),
  });

  async function device(id: string): Promise<Device> {
    const found = (await inventory.snapshot(NEVER)).devices.find((each) => each.id === id);
    if (found === undefined) throw new Error(`${id} is not attached`);
    return found;
  }

  return {
    xcrun,
    inventory,
    snapshot: async () => inventory.snapshot(NEVER),
    device,
    driver: async (id) => inventory.driver(await device(id)),
    async close() {
      await inventory.close();
      await xcrun.remove();
    },
  };
}
