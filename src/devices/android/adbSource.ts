import { abortable } from "../../core/abortable.js";
import { Refusal } from "../../core/refusal.js";
import type { Device } from "../device.js";
import type { DeviceDriver } from "../deviceDriver.js";
import type { DeviceSource } from "../inventory.js";
import { adbUnreachable } from "./androidRefusals.js";
import { createAndroidDriver } from "./androidDriver.js";
import type { AndroidSourceOptions } from "./androidSource.js";
import { createAttachedTransports, type AttachedTransport } from "./attachedTransports.js";
import { groupDevices } from "./deviceGroups.js";
import { createDeviceShell } from "./deviceShell.js";
import { createDeviceTracker } from "./deviceTracker.js";
import { createTransportProbe } from "./probeTransport.js";
import { createPackageStream } from "./packageStream.js";
import { FIRST_SERVER, toFailure } from "./serverNames.js";
import { createServerStarter } from "./serverStarter.js";

/** Longest time that one discovery waits for devices to say what they are, however often they come and go. */
const SETTLING_TIMEOUT_MS = 8_000;

/** How often the adb server may go away during one discovery. */
const MOST_RESTARTS = 3;

/** `createAndroidSource`, with what it loads late. */
export function createAdbSource(options: AndroidSourceOptions): DeviceSource {
  const { address, names = FIRST_SERVER, findAdb, runProcess, openFile, breathe, timer, log } = options;
  const waiting = new Set<() => void>();
  const transportsOf = new WeakMap<Device, AttachedTransport>();
  let newest: readonly Device[] | undefined;

  const transports = createAttachedTransports({
    timer,
    log,
    probe: createTransportProbe(address, timer),
    onChange() {
      newest = undefined;
      for (const wake of [...waiting]) wake();
    },
  });
  const tracker = createDeviceTracker({
    address,
    startServer: createServerStarter({ address, findAdb, runProcess, log }),
    timer,
    log,
    onChange: (list) => transports.update(list),
  });

  /** Ends when nothing is settling any more, or its time is up. */
  async function settle(signal: AbortSignal): Promise<void> {
    if (!transports.isSettling()) return;
    let isOverdue = false;
    await new Promise<void>((resolve) => {
      const wake = () => {
        if (!isOverdue && !signal.aborted && transports.isSettling()) return;
        waiting.delete(wake);
        signal.removeEventListener("abort", wake);
        cancelTimer();
        resolve();
      };
      const cancelTimer = timer.after(SETTLING_TIMEOUT_MS, "adb: devices settling", () => {
        isOverdue = true;
        wake();
      });
      waiting.add(wake);
      signal.addEventListener("abort", wake);
    });
    signal.throwIfAborted();
  }

  /** A list whose connection was lost while its devices were settling is half read, and is read again. */
  async function readWholeList(signal: AbortSignal): Promise<void> {
    for (let round = 0; round < MOST_RESTARTS; round += 1) {
      const list = await abortable(tracker.current(), signal);
      transports.probeUnready();
      await settle(signal);
      if (tracker.isStanding(list)) return;
    }
    throw adbUnreachable(address, { cause: "its connection keeps breaking off" });
  }

  /** The same devices, as the same objects, until something changes. */
  function devices(): readonly Device[] {
    newest ??= groupDevices(transports.all(), names).map(({ device, transport }) => {
      transportsOf.set(device, transport);
      return device;
    });
    return newest;
  }

  function driver(device: Device): DeviceDriver {
    const transport = transportsOf.get(device);
    const to = transport?.address;
    if (transport === undefined || to === undefined) throw new Error(`${device.id} is no device that can be driven`);
    return createAndroidDriver({
      facts: transport.facts,
      kind: device.kind,
      openFile,
      breathe,
      streamPackage: createPackageStream({ address, transport: to, timer }),
      shell: createDeviceShell({
        address,
        transport: to,
        deviceId: device.id,
        hasShellProtocol: transport.hasShellProtocol,
        timer,
        onDoubt: () => transports.doubt(to),
      }),
    });
  }

  return {
    name: names.source,
    async discover(signal) {
      try {
        await readWholeList(signal);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        return { devices: [], report: toFailure(names, error.detail) };
      }
      return { devices: devices(), report: { source: names.source, outcome: "complete" } };
    },
    driver,
    async close() {
      tracker.close();
      transports.close();
    },
  };
}
