import { readFileSync } from "node:fs";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { parseProbe } from "../../../src/devices/android/probe.js";
import { sectionOutput } from "../../support/fakeDeviceShell.js";

const BOOT_ID = "6b2f3a10-9f6e-4a52-8c43-0f3f8f0f1a2b";

function fixture(name: string): string {
  return readFileSync(new URL(`../../fixtures/adb/${name}`, import.meta.url), "utf8");
}

it("reads a phone that is up", () => {
  const output = sectionOutput(
    fixture("getprop-phone.txt"),
    `${BOOT_ID}\n`,
    "package:/system/framework/framework-res.apk\n",
    "Anna's phone\n",
  );
  expect(parseProbe(Buffer.from(output))).toEqual({
    isEmulator: false,
    hardwareSerial: "TESTSER01",
    bootId: BOOT_ID,
    avdName: undefined,
    ownerName: "Anna's phone",
    manufacturer: "Google",
    model: "Pixel 8 Pro",
    osVersion: "15",
    apiLevel: 35,
    isBootCompleted: true,
    isPackageManagerUp: true,
  });
});

it("reads an emulator that is booting, also when its lines end as a terminal ends them", () => {
  // case 85
  const output = sectionOutput(
    fixture("getprop-emulator.txt"),
    "cat: /proc/sys/kernel/random/boot_id: Permission denied",
    "Error: Could not access the Package Manager.  Is the system running?",
  );
  expect(parseProbe(Buffer.from(output.replaceAll("\n", "\r\n")))).toMatchObject({
    isEmulator: true,
    bootId: undefined,
    avdName: "Pixel_8_API_35",
    ownerName: undefined,
    isBootCompleted: false,
    isPackageManagerUp: false,
  });
});

it("knows nothing of a device that printed nothing", () => {
  expect(parseProbe(Buffer.alloc(0))).toEqual({
    isEmulator: false,
    hardwareSerial: undefined,
    bootId: undefined,
    avdName: undefined,
    ownerName: undefined,
    manufacturer: undefined,
    model: undefined,
    osVersion: undefined,
    apiLevel: undefined,
    isBootCompleted: false,
    isPackageManagerUp: false,
  });
});

it("takes a name that was never set for none", () => {
  const output = sectionOutput("", "", "package:/system/framework/framework-res.apk", "null");
  expect(parseProbe(Buffer.from(output)).ownerName).toBeUndefined();
});

it("throws for nothing that a device could print", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
      expect(parseProbe(Buffer.from(bytes)).isBootCompleted).toBe(false);
    }),
  );
});
