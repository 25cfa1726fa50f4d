import { expect, it } from "vitest";
import { BUTTONS } from "../../../src/devices/deviceDriver.js";
import { pressButton } from "../../../src/devices/android/pressButton.js";
import { longPress, swipe, tap } from "../../../src/devices/android/touch.js";
import { fakeDeviceShell } from "../../support/fakeDeviceShell.js";
import { asyncRefusalOf } from "../../support/refusalOf.js";
import { unaborted } from "../../support/unaborted.js";

it("taps whole pixels", async () => {
  const shell = fakeDeviceShell({});
  await tap(shell, { x: 10.4, y: 20.5 }, unaborted);
  expect(shell.commands).toEqual(["input tap 10 21"]);
});

it("presses long with a stroke that goes nowhere", async () => {
  const shell = fakeDeviceShell({});
  await longPress(shell, { x: 10, y: 20 }, unaborted);
  expect(shell.commands).toEqual(["input swipe 10 20 10 20 1000"]);
});

it("waits longer for a longer stroke", async () => {
  const shell = fakeDeviceShell({});
  await swipe(shell, { from: { x: 1, y: 2 }, to: { x: 3, y: 4 }, durationMs: 30_000 }, unaborted);
  expect(shell.commands).toEqual(["input swipe 1 2 3 4 30000"]);
  expect(shell.requests[0]?.timeoutMs).toBe(45_000);
});

it("presses each button by its key code", async () => {
  const shell = fakeDeviceShell(...BUTTONS.map(() => ({})));
  for (const button of BUTTONS) await pressButton(shell, button, unaborted);
  expect(shell.commands).toEqual([
    "input keyevent 'KEYCODE_HOME'",
    "input keyevent 'KEYCODE_BACK'",
    "input keyevent 'KEYCODE_APP_SWITCH'",
    "input keyevent 'KEYCODE_ENTER'",
    "input keyevent 'KEYCODE_DEL'",
    "input keyevent 'KEYCODE_VOLUME_UP'",
    "input keyevent 'KEYCODE_VOLUME_DOWN'",
    "input keyevent 'KEYCODE_POWER'",
  ]);
});

it.each([
  ["a status that is not 0", { exitCode: 255 }, "exit status 255"],
  ["a service that is not there", { stdout: "cmd: Can't find service: input" }, "cmd: Can't find service: input"],
  [
    "an exception",
    { stderr: "java.lang.NullPointerException: null array" },
    "java.lang.NullPointerException: null array",
  ],
])("says that it failed for %s", async (_case, output, quoted) => {
  const refusal = await asyncRefusalOf(tap(fakeDeviceShell(output), { x: 1, y: 2 }, unaborted));
  expect(refusal).toMatchObject({ code: "command_failed", data: { deviceId: "TESTPHONE01", output: quoted } });
});
