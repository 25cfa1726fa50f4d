import { describe, expect, it } from "vitest";
import { groupDevices, type KnownTransport } from "../../../src/devices/android/deviceGroups.js";
import type { ProbeFacts } from "../../../src/devices/android/probe.js";
import type { DeviceState } from "../../../src/devices/device.js";

const READY: DeviceState = { is: "ready" };
const OFFLINE: DeviceState = { is: "not_ready", reason: "offline" };
const BOOT_A = "aaaaaaaa-0000-4000-8000-000000000000";
const BOOT_B = "bbbbbbbb-0000-4000-8000-000000000000";

let lastTransportId = 0;

function transport(serial: string, changes: Partial<KnownTransport> & { usbPath?: string } = {}): KnownTransport {
  lastTransportId += 1;
  const { usbPath, ...rest } = changes;
  const line = { serial, stateText: "device", transportId: String(lastTransportId) };
  return {
    line: usbPath === undefined ? line : { ...line, usbPath },
    state: READY,
    facts: undefined,
    ...rest,
  };
}

function phoneFacts(changes: Partial<ProbeFacts> = {}): ProbeFacts {
  return {
    isEmulator: false,
    hardwareSerial: "TESTSER01",
    bootId: BOOT_A,
    avdName: undefined,
    ownerName: undefined,
    manufacturer: "Google",
    model: "Pixel 7",
    osVersion: "15",
    apiLevel: 35,
    isBootCompleted: true,
    isPackageManagerUp: true,
    ...changes,
  };
}

function emulatorFacts(changes: Partial<ProbeFacts> = {}): ProbeFacts {
  return phoneFacts({ isEmulator: true, hardwareSerial: "EMULATOR35X2X10X0", avdName: "Pixel_8", ...changes });
}

/** Each device as `id (aliases)`, in order. */
function shown(transports: readonly KnownTransport[]): readonly string[] {
  return groupDevices(transports).map(({ device }) => [device.id, ...device.aliases.map(({ id }) => id)].join(" = "));
}

describe("one device attached twice", () => {
  it.each<[string, readonly KnownTransport[], readonly string[]]>([
    [
      "a phone by address and by mDNS name (case 52)",
      [
        transport("192.0.2.10:37001", { facts: phoneFacts() }),
        transport("adb-TESTSER01-aB3dE0._adb-tls-connect._tcp", { facts: phoneFacts() }),
      ],
      ["192.0.2.10:37001 = adb-TESTSER01-aB3dE0._adb-tls-connect._tcp"],
    ],
    [
      "a phone by cable, which goes before Wi-Fi",
      [
        transport("192.0.2.10:5555", { facts: phoneFacts() }),
        transport("TESTSER01", { facts: phoneFacts(), usbPath: "usb:1-2" }),
      ],
      ["TESTSER01 = 192.0.2.10:5555"],
    ],
    [
      "a phone whose cable is offline, which goes after Wi-Fi (case 53)",
      [
        transport("TESTSER01", { facts: phoneFacts(), state: OFFLINE, usbPath: "usb:1-2" }),
        transport("192.0.2.10:5555", { facts: phoneFacts() }),
      ],
      ["192.0.2.10:5555 = TESTSER01"],
    ],
    [
      "a phone whose Wi-Fi twin is offline and was never asked, but is named after it",
      [
        transport("adb-TESTSER01-aB3dE0 (2)._adb-tls-connect._tcp", { state: OFFLINE }),
        transport("TESTSER01", { facts: phoneFacts(), usbPath: "usb:1-2" }),
      ],
      ["TESTSER01 = adb-TESTSER01-aB3dE0 (2)._adb-tls-connect._tcp"],
    ],
    [
      "an emulator by console port and by address, proven by its boot (case 57)",
      [transport("localhost:5555", { facts: emulatorFacts() }), transport("emulator-5554", { facts: emulatorFacts() })],
      ["emulator-5554 = localhost:5555"],
    ],
    [
      "a phone that does not tell its boot id",
      [
        transport("192.0.2.10:5555", { facts: phoneFacts({ bootId: undefined }) }),
        transport("TESTSER01", { facts: phoneFacts() }),
      ],
      ["192.0.2.10:5555 = TESTSER01"],
    ],
  ])("is one: %s", (_case, transports, expected) => {
    expect(shown(transports)).toEqual(expected);
    expect(shown([...transports].reverse())).toEqual(expected);
  });
});

describe("what only looks alike", () => {
  it.each<[string, readonly KnownTransport[], readonly string[]]>([
    [
      "two phones of one model",
      [
        transport("TESTSER01", { facts: phoneFacts() }),
        transport("TESTSER02", { facts: phoneFacts({ hardwareSerial: "TESTSER02", bootId: BOOT_B }) }),
      ],
      ["TESTSER01", "TESTSER02"],
    ],
    [
      "two phones with one serial from the factory, booted apart",
      [
        transport("192.0.2.10:5555", { facts: phoneFacts({ hardwareSerial: "C4TESTC4" }) }),
        transport("192.0.2.11:5555", { facts: phoneFacts({ hardwareSerial: "C4TESTC4", bootId: BOOT_B }) }),
      ],
      ["192.0.2.10:5555", "192.0.2.11:5555"],
    ],
    [
      "two containers with the boot id of their host and a serial that tells nothing",
      [
        transport("192.0.2.20:5555", { facts: phoneFacts({ hardwareSerial: "0123456789ABCDEF" }) }),
        transport("192.0.2.20:5556", { facts: phoneFacts({ hardwareSerial: "0123456789ABCDEF" }) }),
      ],
      ["192.0.2.20:5555", "192.0.2.20:5556"],
    ],
    [
      "two containers that call themselves emulators, with the boot id of their host and no virtual device",
      [
        transport("192.0.2.20:5555", { facts: emulatorFacts({ avdName: undefined }) }),
        transport("192.0.2.20:5556", { facts: emulatorFacts({ avdName: undefined }) }),
      ],
      ["192.0.2.20:5555", "192.0.2.20:5556"],
    ],
    [
      "two phones that could not be asked",
      [transport("192.0.2.10:5555", { state: OFFLINE }), transport("TESTSER01", { facts: phoneFacts() })],
      ["192.0.2.10:5555", "TESTSER01"],
    ],
    [
      "two copies of one emulator, started from one saved state, and a third way to one of them",
      [
        transport("emulator-5554", { facts: emulatorFacts() }),
        transport("emulator-5556", { facts: emulatorFacts() }),
        transport("localhost:5557", { facts: emulatorFacts() }),
      ],
      ["emulator-5554", "emulator-5556", "localhost:5557"],
    ],
    [
      "a phone that could be either of two",
      [
        transport("192.0.2.10:5555", { facts: phoneFacts() }),
        transport("192.0.2.11:5555", { facts: phoneFacts({ bootId: BOOT_B }) }),
        transport("192.0.2.12:5555", { facts: phoneFacts({ bootId: undefined }) }),
      ],
      ["192.0.2.10:5555", "192.0.2.11:5555", "192.0.2.12:5555"],
    ],
  ])("stays apart: %s", (_case, transports, expected) => {
    expect(shown(transports)).toEqual(expected);
    expect(shown([...transports].reverse())).toEqual(expected);
  });
});

it("tells two phones apart by transport where adb shows one serial twice", () => {
  const first = transport("C4TESTC4", { facts: phoneFacts({ hardwareSerial: "C4TESTC4" }) });
  const second = transport("C4TESTC4", { facts: phoneFacts({ hardwareSerial: "C4TESTC4", bootId: BOOT_B }) });
  const line = (transportId: string) => ({ ...first.line, transportId });
  expect(
    shown([
      { ...second, line: line("8") },
      { ...first, line: line("7") },
    ]),
  ).toEqual(["C4TESTC4@transport-7", "C4TESTC4@transport-8"]);
});

describe("identity", () => {
  it.each<[string, ProbeFacts | undefined, string | undefined]>([
    ["of a phone is its serial, which survives a reboot", phoneFacts(), "serial:TESTSER01"],
    ["of an emulator is its virtual device and its boot", emulatorFacts(), `avd:Pixel_8:boot:${BOOT_A}`],
    [
      "of a serial that tells nothing takes the boot in",
      phoneFacts({ hardwareSerial: "00000000" }),
      `serial:00000000:boot:${BOOT_A}`,
    ],
    ["is not there without a boot id to prove it", emulatorFacts({ bootId: undefined }), undefined],
    ["is not there before the device was asked", undefined, undefined],
  ])("%s", (_case, facts, expected) => {
    expect(groupDevices([transport("X", { facts })])[0]?.device.identity).toBe(expected);
  });

  it("takes the boot in when two attached phones have one serial", () => {
    const groups = groupDevices([
      transport("192.0.2.10:5555", { facts: phoneFacts() }),
      transport("192.0.2.11:5555", { facts: phoneFacts({ bootId: BOOT_B }) }),
    ]);
    expect(groups.map(({ device }) => device.identity)).toEqual([
      `serial:TESTSER01:boot:${BOOT_A}`,
      `serial:TESTSER01:boot:${BOOT_B}`,
    ]);
  });
});

describe("name", () => {
  it.each<[string, ProbeFacts | undefined, string]>([
    ["is what the owner calls it", phoneFacts({ ownerName: "Anna's phone" }), "Anna's phone"],
    ["is maker and model", phoneFacts(), "Google Pixel 7"],
    ["does not say the maker twice", phoneFacts({ manufacturer: "motorola", model: "Motorola edge" }), "Motorola edge"],
    ["of an emulator is its virtual device", emulatorFacts({ ownerName: "sdk_gphone" }), "Pixel_8"],
    ["is the id when nothing else is known", undefined, "TESTPHONE09"],
  ])("%s", (_case, facts, expected) => {
    expect(groupDevices([transport("TESTPHONE09", { facts })])[0]?.device.name).toBe(expected);
  });

  // case 55
  it("before the device was asked is the model that adb shows, and its kind is not guessed", () => {
    const offline = transport("emulator-5554", { state: OFFLINE });
    const line = { ...offline.line, model: "Pixel_8_Pro" };
    expect(groupDevices([{ ...offline, line }])[0]?.device).toEqual({
      id: "emulator-5554",
      platform: "android",
      kind: "unknown",
      name: "Pixel 8 Pro",
      model: "Pixel 8 Pro",
      state: OFFLINE,
      aliases: [],
      source: "adb",
    });
  });
});
