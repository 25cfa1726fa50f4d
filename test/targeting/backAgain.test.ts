import { describe, expect, it, test } from "vitest";
import { executionTarget } from "../../src/targeting/executionTarget.js";
import { fakeDevice, fakeSimulator } from "../support/fakeDevice.js";
import { refusalOf } from "../support/refusalOf.js";
import { found, request } from "./targetRequest.js";

const OPEN = { requiresDeviceId: false };
const { identity: _, ...NAMELESS } = fakeDevice("gone");

test("an id that is gone is not followed to the device that seems to have had it", () => {
  const formerly = fakeDevice("192.0.2.10:37001", { identity: "TESTSER01" });
  const snapshot = found(fakeDevice("192.0.2.10:41877", { identity: "TESTSER01" }));
  const call = request({ deviceId: "192.0.2.10:37001", formerly });

  const refusal = refusalOf(() => executionTarget(snapshot, call, OPEN));

  expect(refusal.code).toBe("device_not_found");
  expect(refusal.hint).toBe(
    'The device that had this id seems to be back as "192.0.2.10:41877": check with deviceInfo, then repeat tapOn with that deviceId if it is the one that is meant.',
  );
});

describe("a device that was restarted under another id", () => {
  const emulator = fakeDevice("gone", { kind: "emulator", name: "Pixel", identity: "boot 1" });
  const simulator = fakeSimulator("gone", { name: "iPhone", identity: "boot 1" });

  it.each([
    ["an emulator of the same name", emulator, { ...emulator, id: "new", identity: "boot 2" }],
    ["a simulator of the same name", simulator, { ...simulator, id: "new", identity: "boot 2" }],
  ])("is known by its name when it is %s", (_kind, formerly, now) => {
    const call = request({ deviceId: "gone", formerly });

    expect(refusalOf(() => executionTarget(found(now), call, OPEN)).hint).toContain('seems to be back as "new"');
  });

  it.each([
    ["an emulator of another name", emulator, { ...emulator, id: "new", name: "Tablet", identity: "boot 2" }],
    ["a phone with the emulator's name", emulator, fakeDevice("new", { name: "Pixel" })],
    ["an emulator with the phone's name", fakeDevice("gone", { name: "Pixel" }), { ...emulator, id: "new" }],
    ["a phone of the same name", fakeDevice("gone", { name: "Pixel" }), fakeDevice("new", { name: "Pixel" })],
    ["a simulator with the emulator's name", emulator, { ...simulator, id: "new", name: "Pixel" }],
    ["nameless as the one before", NAMELESS, { ...NAMELESS, id: "new" }],
  ])("is not taken for the one before when it is %s", (_kind, formerly, now) => {
    const call = request({ deviceId: "gone", formerly });

    expect(refusalOf(() => executionTarget(found(now), call, OPEN)).hint).toBe(
      'Call listDevices, then repeat tapOn with deviceId set to the device that is meant: "new".',
    );
  });

  it("is not named when two could be it", () => {
    const snapshot = found({ ...emulator, id: "new", identity: "2" }, { ...emulator, id: "newer", identity: "3" });
    const call = request({ deviceId: "gone", formerly: emulator });

    expect(refusalOf(() => executionTarget(snapshot, call, OPEN)).hint).toBe(
      'Call listDevices, then repeat tapOn with deviceId set to the device that is meant: "new" or "newer".',
    );
  });
});
