import type { DeviceSource } from "../inventory.js";
import { withPatience } from "../withPatience.js";
import { adbUnreachable } from "./androidRefusals.js";
import { type AndroidSourceOptions, createAndroidSource } from "./androidSource.js";
import { FIRST_SERVER, namesOf, toFailure } from "./serverNames.js";
import { addressText, type ServerAddress } from "./serverSocket.js";

/** The adb servers, and what finding and driving their devices needs from outside. */
export interface AndroidSourcesOptions extends Omit<AndroidSourceOptions, "names"> {
  /** Of other hosts: beside `address`, and none of them is ever started. */
  readonly others: readonly ServerAddress[];
}

/** Time for a server of another host to list its devices, and for those to say what they are. */
export const PATIENCE_MS = 2_000;

/**
 * One source per adb server, the one at `address` first. With several, one that is down or slow delays no other: only a
 * server of this machine is waited for to its end, because it may have to be started.
 */
export function createAndroidSources({ others, ...first }: AndroidSourcesOptions): readonly DeviceSource[] {
  const { emulators: _ofThisMachine, ...shared } = first;
  const main = createAndroidSource(first);
  return [
    others.length > 0 && !first.address.isStartable ? hurried(main, first) : main,
    ...others.map((other) => {
      const address = { ...other, isStartable: false, setting: "AUTOMOBILE_ADB_SERVERS" };
      const names = namesOf(addressText(address));
      return hurried(createAndroidSource({ ...shared, address, names }), { ...first, address, names });
    }),
  ];
}

function hurried(source: DeviceSource, options: AndroidSourceOptions): DeviceSource {
  const { address, names = FIRST_SERVER, timer, log } = options;
  const { detail } = adbUnreachable(address, {
    cause: `it has not listed its devices in ${PATIENCE_MS} ms`,
    hint: "Call again in a moment. If that does not help, look after the adb server on that host.",
  });
  return withPatience(source, { timer, log, patienceMs: PATIENCE_MS, overdue: toFailure(names, detail) });
}
