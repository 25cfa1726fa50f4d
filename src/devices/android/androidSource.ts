import type { OpenAppFile } from "../../core/appFile.js";
import type { Breathe } from "../../core/breathe.js";
import type { FindAdb } from "../../core/findAdb.js";
import type { Log } from "../../core/log.js";
import type { RunProcess } from "../../core/runProcess.js";
import type { Timer } from "../../core/timer.js";
import type { DeviceSource } from "../inventory.js";
import { createEmulators, type EmulatorPrograms } from "./emulators.js";
import { FIRST_SERVER, type ServerNames } from "./serverNames.js";
import type { AdbAddress } from "./serverStarter.js";

/** What finding and driving Android devices needs from outside. */
export interface AndroidSourceOptions {
  readonly address: AdbAddress;
  /** Default: those of the first server. */
  readonly names?: ServerNames;
  readonly findAdb: FindAdb;
  readonly runProcess: RunProcess;
  /** Opens the apps that are to be installed. */
  readonly openFile: OpenAppFile;
  readonly breathe: Breathe;
  /** What starts emulators; absent where none may be started, as beside an adb server of another machine. */
  readonly emulators?: EmulatorPrograms;
  readonly timer: Timer;
  readonly log: Log;
}

/**
 * The devices of one adb server. Connects, and loads what speaks adb's protocol, at the first `discover`; never starts a
 * process but `adb start-server`, and never ends or reconfigures the server.
 */
export function createAndroidSource(options: AndroidSourceOptions): DeviceSource {
  let loaded: Promise<DeviceSource> | undefined;
  let opened: DeviceSource | undefined;
  return {
    name: (options.names ?? FIRST_SERVER).source,
    ...(options.emulators === undefined ? {} : { virtual: createEmulators(options.emulators, options.timer) }),
    async discover(signal) {
      loaded ??= import("./adbSource.js").then(({ createAdbSource }) => (opened = createAdbSource(options)));
      return (await loaded).discover(signal);
    },
    driver(device) {
      if (opened === undefined) throw new Error(`no discovery has found ${device.id} yet`);
      return opened.driver(device);
    },
    async close() {
      await (await loaded)?.close();
    },
  };
}
