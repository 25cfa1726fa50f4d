import { createHash } from "node:crypto";
import type { LabPhoneProfile } from "../lab.js";

/** What a phone is, every gap filled. */
export interface PhoneProfile {
  readonly serial: string;
  readonly id: string;
  readonly kind: "hardware" | "emulator";
  readonly manufacturer: string;
  readonly brand: string;
  readonly model: string;
  /** What its owner calls it: the device name in its settings. */
  readonly name: string;
  /** The code names that `adb devices -l` shows as `product:` and `device:`. */
  readonly product: string;
  readonly device: string;
  readonly osVersion: string;
  readonly apiLevel: number;
  readonly avdName: string | undefined;
  /** Kernel boot id of the current boot. */
  readonly bootId: string;
  /** Hue of wallpaper and buttons in degrees, so that two pictures are told apart at a glance. */
  readonly hue: number;
}

interface Model {
  readonly kind: "hardware" | "emulator";
  readonly manufacturer: string;
  readonly model: string;
  readonly name: string;
  readonly device: string;
  readonly osVersion: string;
}

/** What a lab of a few phones looks like: mixed makes and versions, every third an emulator. */
const MODELS: readonly Model[] = [
  { kind: "hardware", manufacturer: "Google", model: "Pixel 9", name: "Pixel 9", device: "tokay", osVersion: "15" },
  { kind: "hardware", manufacturer: "samsung", model: "SM-S921B", name: "Galaxy S24", device: "e1s", osVersion: "14" },
  {
    kind: "emulator",
    manufacturer: "Google",
    model: "sdk_gphone64_x86_64",
    name: "sdk_gphone64_x86_64",
    device: "emu64xa",
    osVersion: "13",
  },
  { kind: "hardware", manufacturer: "Fairphone", model: "FP5", name: "Fairphone 5", device: "FP5", osVersion: "13" },
  {
    kind: "hardware",
    manufacturer: "motorola",
    model: "moto g84 5G",
    name: "moto g84 5G",
    device: "bangkk",
    osVersion: "14",
  },
  {
    kind: "emulator",
    manufacturer: "Google",
    model: "sdk_gphone16k_x86_64",
    name: "sdk_gphone16k_x86_64",
    device: "emu64xa16k",
    osVersion: "15",
  },
  { kind: "hardware", manufacturer: "Sony", model: "XQ-DE54", name: "Xperia 5 V", device: "XQ-DE54", osVersion: "14" },
  {
    kind: "hardware",
    manufacturer: "OnePlus",
    model: "CPH2581",
    name: "OnePlus 12",
    device: "OP5929L1",
    osVersion: "15",
  },
];

const API_LEVELS: ReadonlyMap<string, number> = new Map([
  ["13", 33],
  ["14", 34],
  ["15", 35],
]);
const LATEST_API_LEVEL = 35;
const FIRST_EMULATOR_PORT = 5554;

/** Fills a profile's gaps for the phone at this place (from 0) in the lab. `emulators` were added before it. */
export function completeProfile(given: LabPhoneProfile, index: number, emulators: number): PhoneProfile {
  const model = modelAt(index, given.kind);
  const kind = given.kind ?? model.kind;
  const number = String(index + 1).padStart(2, "0");
  const serial = given.serial ?? `${kind === "hardware" ? "LABPHONE" : "LABEMULATOR"}${number}`;
  const manufacturer = given.manufacturer ?? model.manufacturer;
  const osVersion = given.osVersion ?? model.osVersion;
  const device = given.model === undefined ? model.device : given.model.toLowerCase().replace(/\W+/g, "_");
  return {
    serial,
    id: given.id ?? (kind === "hardware" ? serial : `emulator-${FIRST_EMULATOR_PORT + 2 * emulators}`),
    kind,
    manufacturer,
    brand: manufacturer.toLowerCase(),
    model: given.model ?? model.model,
    name: given.model ?? model.name,
    product: device,
    device,
    osVersion,
    apiLevel: API_LEVELS.get(osVersion) ?? LATEST_API_LEVEL,
    avdName: kind === "emulator" ? (given.avdName ?? `Lab_AVD_${number}`) : undefined,
    bootId: toUuid(`boot of lab phone ${index}`),
    hue: (205 + index * 137) % 360,
  };
}

function modelAt(index: number, kind: "hardware" | "emulator" | undefined): Model {
  const fitting = MODELS.filter((model) => kind === undefined || model.kind === kind);
  const model = fitting[index % fitting.length];
  if (model === undefined) throw new Error("the table of models has none of this kind");
  return model;
}

/** A version 4 UUID that depends on the seed only, so that a lab looks the same each time. */
export function toUuid(seed: string): string {
  const hex = createHash("sha256").update(seed).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
