import { expect, it } from "vitest";
import { Refusal } from "../../../src/core/refusal.js";
import { setOrientation } from "../../../src/devices/android/orientation.js";
import { shutDown } from "../../../src/devices/android/shutDown.js";
import { fakeDeviceShell } from "../../support/fakeDeviceShell.js";
import { asyncRefusalOf } from "../../support/refusalOf.js";
import { unaborted } from "../../support/unaborted.js";

function lostShell(effect: "may_have_run" | "did_not_run") {
  const lost = new Refusal({ code: "device_lost", message: "gone", hint: "look", data: { deviceId: "E", effect } });
  return { ...fakeDeviceShell(), run: () => Promise.reject(lost) };
}

it.each(["hardware", "unknown"] as const)("is refused for a device of kind %s, and sends it nothing", async (kind) => {
  const shell = fakeDeviceShell();
  expect((await asyncRefusalOf(shutDown({ shell, kind }, unaborted))).code).toBe("unsupported_on_device");
  expect(shell.commands).toEqual([]);
});

it("takes an emulator that goes in the middle of the command for one that is shut down", async () => {
  await expect(shutDown({ shell: lostShell("may_have_run"), kind: "emulator" }, unaborted)).resolves.toBeUndefined();
});

it("does not take one that was never reached for one that is shut down", async () => {
  const refusal = await asyncRefusalOf(shutDown({ shell: lostShell("did_not_run"), kind: "emulator" }, unaborted));
  expect(refusal.code).toBe("device_lost");
});

it.each([
  ["portrait", 0],
  ["landscape", 1],
] as const)("turns a screen to %s and keeps it there", async (orientation, rotation) => {
  const shell = fakeDeviceShell({});
  await setOrientation(shell, orientation, unaborted);
  expect(shell.commands).toEqual([
    `settings put system accelerometer_rotation 0 && settings put system user_rotation ${rotation}`,
  ]);
});
