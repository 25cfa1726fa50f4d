import { inSections, splitTextSections } from "./sections.js";
import { shell } from "./shellCommand.js";

/** What a device says of itself once, when it was attached. What it did not give is `undefined`, never an empty text. */
export interface ProbeFacts {
  readonly isEmulator: boolean;
  /** The hardware's own serial, whatever adb calls the transport. */
  readonly hardwareSerial: string | undefined;
  /** New at every start of the kernel. */
  readonly bootId: string | undefined;
  readonly avdName: string | undefined;
  /** The name that its owner gave it in the settings. */
  readonly ownerName: string | undefined;
  readonly manufacturer: string | undefined;
  readonly model: string | undefined;
  readonly osVersion: string | undefined;
  readonly apiLevel: number | undefined;
  readonly isBootCompleted: boolean;
  readonly isPackageManagerUp: boolean;
}

/**
 * Everything that one round trip tells. `pm path` proves that the package manager answers, not only that it is registered;
 * the owner's name is asked for only then, for on a booting device that question can wait for minutes.
 */
export const PROBE_COMMAND = inSections(
  shell`getprop`,
  shell`cat /proc/sys/kernel/random/boot_id`,
  shell`pm path android && ${inSections(shell`true`, shell`settings get global device_name`)}`,
);

const PROPERTY = /^\[(?<name>[^\]]+)\]: \[(?<value>.*)\]$/gm;
const BOOT_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const EMULATOR_HARDWARE: ReadonlySet<string> = new Set(["goldfish", "ranchu"]);

/** Reads what `PROBE_COMMAND` printed. Never throws: what cannot be read is absent. */
export function parseProbe(stdout: Buffer): ProbeFacts {
  const [propertyList = "", bootId = "", packages = "", ownerName = ""] = splitTextSections(stdout, 4);
  const property = parseProperties(propertyList);
  const apiLevel = Number.parseInt(property("ro.build.version.sdk") ?? "", 10);
  return {
    isEmulator:
      property("ro.kernel.qemu") === "1" ||
      property("ro.boot.qemu") === "1" ||
      EMULATOR_HARDWARE.has(property("ro.hardware") ?? ""),
    hardwareSerial: property("ro.serialno") ?? property("ro.boot.serialno"),
    bootId: BOOT_ID.test(bootId) ? bootId : undefined,
    avdName: property("ro.boot.qemu.avd_name") ?? property("ro.kernel.qemu.avd_name"),
    ownerName: ownerName === "" || ownerName === "null" ? undefined : ownerName,
    manufacturer: property("ro.product.manufacturer"),
    model: property("ro.product.model"),
    osVersion: property("ro.build.version.release"),
    apiLevel: Number.isNaN(apiLevel) ? undefined : apiLevel,
    isBootCompleted: property("sys.boot_completed") === "1",
    isPackageManagerUp: /^package:/m.test(packages),
  };
}

function parseProperties(text: string): (name: string) => string | undefined {
  const values = new Map<string, string>();
  for (const { groups } of text.matchAll(PROPERTY)) {
    const value = groups?.["value"]?.trim() ?? "";
    if (value !== "") values.set(groups?.["name"] ?? "", value);
  }
  return (name) => values.get(name);
}
