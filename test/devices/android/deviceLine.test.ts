import { readFileSync } from "node:fs";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseDeviceLines, type DeviceLine } from "../../../src/devices/android/deviceLine.js";

const FIXTURE = new URL("../../fixtures/adb/devices-l.txt", import.meta.url);

describe("parseDeviceLines", () => {
  it("reads a list with a cable, an emulator, mDNS names, missing permissions and a word that nobody knows", () => {
    expect(parseDeviceLines(readFileSync(FIXTURE, "utf8"))).toEqual([
      {
        serial: "TESTPHONE01",
        stateText: "device",
        usbPath: "usb:1-4.2",
        product: "husky",
        model: "Pixel_8_Pro",
        codename: "husky",
        transportId: "1",
      },
      {
        serial: "emulator-5554",
        stateText: "device",
        product: "sdk_gphone64_x86_64",
        model: "sdk_gphone64_x86_64",
        codename: "emu64xa",
        transportId: "2",
      },
      {
        serial: "adb-TESTSER01-aB3dE0 (2)._adb-tls-connect._tcp",
        stateText: "device",
        product: "panther",
        model: "Pixel_7",
        codename: "panther",
        transportId: "14",
      },
      { serial: "adb-TESTSER02-cD4fG1 (3)._adb-tls-connect._tcp", stateText: "offline", transportId: "15" },
      {
        serial: "????????????",
        stateText:
          "no permissions (user in plugdev group; are your udev rules wrong?); see [http://developer.android.com/tools/device.html]",
        usbPath: "usb:3-1",
        transportId: "16",
      },
      { serial: "TESTPHONE02", stateText: "unauthorized", usbPath: "usb:1-2", transportId: "17" },
      { serial: "TESTPHONE03", stateText: "no device", transportId: "18" },
      { serial: "TESTPHONE04", stateText: "hibernating", transportId: "19" },
      { serial: "TESTPHONE05", stateText: "half awake", product: "x", transportId: "20" },
      { serial: "(no serial number)", stateText: "offline", transportId: "21" },
    ]);
  });

  it.each<[string, DeviceLine]>([
    ["TESTPHONE01\tdevice", { serial: "TESTPHONE01", stateText: "device" }],
    ["adb-X (2)._adb._tcp\tno permissions", { serial: "adb-X (2)._adb._tcp", stateText: "no permissions" }],
    ["TESTPHONE01\r", { serial: "TESTPHONE01", stateText: "" }],
    ["TESTPHONE01            device\r", { serial: "TESTPHONE01", stateText: "device" }],
  ])("reads %j, the short form or a broken line", (line, expected) => {
    expect(parseDeviceLines(line)).toEqual([expected]);
  });

  it("never takes the last word of a longer state for the state, whatever the length of the serial", () => {
    expect(parseDeviceLines("A-SERIAL-OF-MORE-THAN-22-CHARACTERS no device transport_id:3")).toEqual([
      { serial: "A-SERIAL-OF-MORE-THAN-22-CHARACTERS", stateText: "no device", transportId: "3" },
    ]);
  });

  it("reads back whatever adb can print", () => {
    fc.assert(
      fc.property(fc.array(deviceLine), (lines) => {
        expect(parseDeviceLines(lines.map(printed).join(""))).toEqual(lines);
      }),
      { numRuns: 2000 },
    );
  });

  it("gives one entry for every line that is not blank, and throws for none", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "binary", maxLength: 60 })), (lines) => {
        const shown = lines
          .join("\n")
          .split("\n")
          .filter((line) => line.trim() !== "");
        expect(parseDeviceLines(lines.join("\n"))).toHaveLength(shown.length);
      }),
    );
  });
});

/**
 * Words that could be taken for something else when they stand in a serial. `no` is left out: a long serial that ends in
 * it and is in the state `device` prints as one in the state `no device`, and is then, rightly, not used.
 */
const serialWord = fc.oneof(
  fc.constantFrom("device", "offline", "permissions", "(2)", "product:x", "usb:1-1", "model:y", "transport_id:9"),
  fc.stringMatching(/^[A-Za-z0-9._:?-]{1,30}$/).filter((text) => text !== "no"),
);
const serial = fc.array(serialWord, { minLength: 1, maxLength: 3 }).map((words) => words.join(" "));
const word = fc.stringMatching(/^[A-Za-z0-9_.-]{1,12}$/);

const deviceLine: fc.Arbitrary<DeviceLine> = fc.record(
  {
    serial,
    stateText: fc.constantFrom("device", "offline", "unauthorized", "no device", "recovery", "no permissions"),
    usbPath: fc.constantFrom("usb:1-4", "usb:337641472X"),
    product: word,
    model: fc.stringMatching(/^[A-Za-z0-9_]{1,12}$/),
    codename: word,
    transportId: fc.nat().map(String),
  },
  { requiredKeys: ["serial", "stateText", "transportId"] },
);

/** As adb prints it: `%-22s %s`, then what it knows. */
function printed(line: DeviceLine): string {
  const fields = [
    line.usbPath === undefined ? "" : ` ${line.usbPath}`,
    line.product === undefined ? "" : ` product:${line.product}`,
    line.model === undefined ? "" : ` model:${line.model}`,
    line.codename === undefined ? "" : ` device:${line.codename}`,
    ` transport_id:${line.transportId ?? ""}`,
  ];
  return `${line.serial.padEnd(22)} ${line.stateText}${fields.join("")}\n`;
}
