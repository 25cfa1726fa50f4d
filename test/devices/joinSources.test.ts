import { describe, expect, it } from "vitest";
import type { Device } from "../../src/devices/device.js";
import { createInventory } from "../../src/devices/inventory.js";
import { joinSources } from "../../src/devices/joinSources.js";
import { fakeDevice } from "../support/fakeDevice.js";
import { fakeSource } from "../support/fakeSource.js";
import { unaborted } from "../support/unaborted.js";

/** How one of two adb servers shows the same phone. */
function shown(id: string, changes: Partial<Device> = {}): Device {
  return fakeDevice(id, { identity: "serial:TESTPHONE01", bootId: "boot 1", ...changes });
}

const OFFLINE = { is: "not_ready", reason: "offline" } as const;

function idsOf(devices: readonly Device[]): readonly string[] {
  return joinSources(devices).map(({ device }) => [device.id, ...device.aliases.map(({ id }) => id)].join(" = "));
}

describe("the same phone from two sources", () => {
  it("is one, by the first source's id", () => {
    // case 52
    expect(idsOf([shown("a:5555"), shown("a:5555@farm:5037", { source: "adb@farm:5037" })])).toEqual([
      "a:5555 = a:5555@farm:5037",
    ]);
  });

  it("is reached where it is ready", () => {
    expect(idsOf([shown("a:5555", { state: OFFLINE }), shown("a:5555@farm:5037")])).toEqual([
      "a:5555@farm:5037 = a:5555",
    ]);
  });

  it("is driven by the source whose id it has, and that source gets its own device back", async () => {
    const [first, second] = [
      shown("a:5555", { state: OFFLINE }),
      shown("a:5555@farm:5037", { source: "adb@farm:5037" }),
    ];
    const adb = fakeSource("adb", { devices: [first] });
    const farm = fakeSource("adb@farm:5037", { devices: [second] });
    const inventory = createInventory({ sources: [adb, farm] });

    const { devices } = await inventory.snapshot(unaborted);
    for (const device of devices) inventory.driver(device);

    expect([adb.driven, farm.driven]).toEqual([[], ["a:5555@farm:5037"]]);
  });
});

describe("what proves nothing", () => {
  it.each([
    ["two boots", shown("A"), shown("B", { bootId: "boot 2" })],
    ["no boot", fakeDevice("A", { identity: "serial:S" }), fakeDevice("B", { identity: "serial:S" })],
    ["two identities", shown("A"), shown("B", { identity: "serial:TESTPHONE02" })],
    ["copies of one emulator", shown("A", { kind: "emulator" }), shown("B", { kind: "emulator" })],
    ["two platforms", shown("A"), shown("B", { platform: "ios" })],
  ])("stays apart: %s", (_what, a, b) => {
    expect(idsOf([a, b])).toEqual(["A", "B"]);
  });

  it("makes no two phones with one serial look like each other", () => {
    const identities = joinSources([shown("A"), shown("B", { bootId: "boot 2" })]).map(({ device }) => device.identity);
    expect(identities).toEqual(["serial:TESTPHONE01:boot:boot 1", "serial:TESTPHONE01:boot:boot 2"]);
  });
});
