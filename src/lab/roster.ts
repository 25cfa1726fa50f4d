import type { Cancel } from "../core/timer.js";
import type { Service } from "./adb/services.js";
import type { Phone } from "./phone/phone.js";

/** A phone as an adb server sees it. */
export interface AttachedPhone {
  readonly phone: Phone;
  /** Never used twice: a phone that comes back is another transport. */
  readonly transportId: number;
  readonly adbState: string;
  /** Opens a service, or `undefined` when the phone has none of this name. */
  readonly open: (service: string) => Service | undefined;
  /** Registers what to do when the cable is pulled, and gives the way to unregister it. */
  readonly onBreak: (breakOff: () => void) => Cancel;
}

/** Which phones are attached now, in the order of their attachment. */
export interface Roster {
  attached(): readonly AttachedPhone[];
  /** Adds a phone, or replaces what was known of it. */
  put(entry: AttachedPhone): void;
  remove(phone: Phone): void;
  /** A number that no phone had before. */
  nextTransportId(): number;
  /** Calls after every change, until cancelled. */
  watch(onChange: () => void): Cancel;
}

/** Makes a roster without phones. */
export function createRoster(): Roster {
  const watchers = new Set<() => void>();
  let entries: readonly AttachedPhone[] = [];
  let lastTransportId = 0;

  const change = (next: readonly AttachedPhone[]): void => {
    entries = next;
    for (const watcher of [...watchers]) watcher();
  };

  return {
    attached: () => entries,
    put(entry) {
      const isKnown = entries.some((other) => other.phone === entry.phone);
      change(isKnown ? entries.map((other) => (other.phone === entry.phone ? entry : other)) : [...entries, entry]);
    },
    remove(phone) {
      change(entries.filter((other) => other.phone !== phone));
    },
    nextTransportId() {
      lastTransportId += 1;
      return lastTransportId;
    },
    watch(onChange) {
      const watcher = (): void => {
        onChange();
      };
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
  };
}
