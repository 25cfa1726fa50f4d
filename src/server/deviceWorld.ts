import type { Log } from "../core/log.js";
import type { Inventory } from "../devices/inventory.js";
import { hostProcess } from "../system/hostProcess.js";
import { readSettings } from "../system/settings.js";
import { systemTimer } from "../system/systemTimer.js";

/** Which devices there are for a process. */
export interface DeviceOptions {
  /** That many virtual phones in place of real adb; `undefined` for real devices. */
  readonly lab: number | undefined;
  /** When not empty, no other device exists for this server. */
  readonly allowDevices: readonly string[];
}

/** The devices of one process. */
export interface DeviceWorld {
  readonly inventory: Inventory;
  /** Ends connections, children and virtual phones. */
  close(): Promise<void>;
}

/**
 * The devices of this process, as each server and each command with these options sees them. What happens on the way is told
 * to `log`, for a person to read.
 *
 * @throws Error when the virtual phones cannot be started.
 */
export async function createDevices(options: DeviceOptions, log: Log): Promise<DeviceWorld> {
  const { createInventory } = await import("../devices/inventory.js");
  const { createAndroidSources } = await import("../devices/android/androidSources.js");
  const { createIosSources } = await import("../devices/ios/iosSources.js");
  const { openAppFile } = await import("../system/appFile.js");
  const { breathe } = await import("../system/breathe.js");
  const { createFindAdb, createFindEmulator } = await import("../system/findAdb.js");
  const { createHttpExchange } = await import("../system/httpExchange.js");
  const { createProcessRunner } = await import("../system/processRunner.js");
  const { withScratchFile } = await import("../system/scratchFile.js");
  const { createStartProcess } = await import("../system/startProcess.js");
  const settings = readSettings();
  for (const { variable, problem } of settings.problems) log.warn(`${variable} is not used: ${problem}`);
  const lab = options.lab === undefined ? undefined : await openLab(options.lab, log);
  const runProcess = createProcessRunner({ timer: systemTimer, env: hostProcess().env });
  const startProcess = createStartProcess(hostProcess().env);
  const exchange = createHttpExchange(systemTimer);
  const inventory = createInventory({
    sources: [
      ...createAndroidSources({
        address: lab?.address ?? settings.adbServer,
        others: lab === undefined ? settings.otherAdbServers : [],
        findAdb: createFindAdb(settings),
        runProcess,
        openFile: openAppFile,
        breathe,
        // An emulator shows itself to the adb server of its own machine.
        ...(lab === undefined && settings.adbServer.isStartable
          ? { emulators: { findEmulator: createFindEmulator(settings), runProcess, startProcess } }
          : {}),
        timer: systemTimer,
        log,
      }),
      // A server on virtual phones has no other devices.
      ...(lab === undefined
        ? createIosSources({
            ...{ runProcess, withScratchFile, exchange, log },
            wdaAddresses: settings.wdaAddresses,
            timer: systemTimer,
          })
        : []),
    ],
    ...(options.allowDevices.length === 0 ? {} : { allowedDevices: options.allowDevices }),
  });
  return {
    inventory,
    async close() {
      await inventory.close();
      await lab?.close();
    },
  };
}

/** Virtual phones behind an adb server of this process, so that no adb is needed. */
async function openLab(
  phones: number,
  log: Log,
): Promise<{ address: { host: string; port: number; isStartable: false }; close: () => Promise<void> }> {
  const { startLab } = await import("../lab/startLab.js");
  const lab = await startLab({ phones, timer: systemTimer, log });
  const { host, port } = await lab.startAdbServer();
  return { address: { host, port, isStartable: false }, close: lab.close };
}
