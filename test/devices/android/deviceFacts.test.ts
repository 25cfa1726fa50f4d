import { expect, it } from "vitest";
import { readFacts } from "../../../src/devices/android/deviceFacts.js";
import { parseScreenPower } from "../../../src/devices/android/screenPower.js";
import { fakeDeviceShell, sectionOutput } from "../../support/fakeDeviceShell.js";
import { asyncRefusalOf } from "../../support/refusalOf.js";
import { unaborted } from "../../support/unaborted.js";

it("reads size, density, battery and display in one round trip", async () => {
  const shell = fakeDeviceShell({
    stdout: sectionOutput(
      "Physical size: 1440x3120\nOverride size: 1080x2340",
      "Physical density: 560",
      "Current Battery Service state:\n  level: 43\n  scale: 50\n",
      "  mWakefulness=Asleep\n",
    ),
  });
  expect(await readFacts({ shell, facts: undefined }, unaborted)).toEqual({
    manufacturer: undefined,
    model: undefined,
    osVersion: undefined,
    apiLevel: undefined,
    screen: { widthPx: 1080, heightPx: 2340, densityDpi: 560 },
    isScreenOn: false,
    batteryPercent: 86,
  });
  expect(shell.commands).toHaveLength(1);
});

it("leaves out what the device does not tell", async () => {
  const shell = fakeDeviceShell({ stdout: sectionOutput("Physical size: 720x1600", "", "", "") });
  expect(await readFacts({ shell, facts: undefined }, unaborted)).toMatchObject({
    screen: { widthPx: 720, heightPx: 1600, densityDpi: undefined },
    isScreenOn: undefined,
    batteryPercent: undefined,
  });
});

it("refuses when there is no screen size, and quotes why", async () => {
  const shell = fakeDeviceShell({ stdout: sectionOutput("", "", "", ""), stderr: "cmd: Can't find service: window" });
  const refusal = await asyncRefusalOf(readFacts({ shell, facts: undefined }, unaborted));
  expect(refusal).toMatchObject({ code: "command_failed", data: { output: "cmd: Can't find service: window" } });
});

it.each<[string, boolean | undefined]>([
  ["mWakefulness=Awake", true],
  ["mWakefulness=Dreaming", true],
  ["mWakefulness=Asleep", false],
  ["mWakefulness=Dozing", false],
  ["", undefined],
])("reads the display from %j", (text, expected) => {
  // case 87
  expect(parseScreenPower(text)).toBe(expected);
});
