import { describe, expect, it } from "vitest";
import { fakeDevice, fakeUnready } from "../support/fakeDevice.js";
import { fakeInventory } from "../support/fakeInventory.js";
import { asyncRefusalOf } from "../support/refusalOf.js";
import { fakeRunner } from "./runTool.js";

const { signal } = new AbortController();
const TAP = { x: 1, y: 2 };

function world() {
  const inventory = fakeInventory(fakeDevice("A"), fakeDevice("B"));
  const runner = fakeRunner({ inventory });
  return { inventory, tap: (target: object) => runner.run({ name: "tapAt", args: { ...TAP, ...target }, signal }) };
}

describe("one process that serves many callers", () => {
  it("runs each call on the device that it names, whatever was named before (cases 2, 5, 19, 25, 51, 99)", async () => {
    const { inventory, tap } = world();
    const runs = await Promise.all([tap({ deviceId: "A" }), tap({ deviceId: "B" }), tap({ deviceId: "A" })]);
    expect(runs.map(({ device }) => device?.id)).toEqual(["A", "B", "A"]);
    expect([inventory.received("A"), inventory.received("B")]).toEqual([["tap 1,2", "tap 1,2"], ["tap 1,2"]]);
  });

  it("says in each result which device it really ran on (case 15)", async () => {
    const { tap } = world();
    expect((await tap({ deviceId: "B" })).outcome.structured).toMatchObject({ device: { deviceId: "B" } });
  });

  it("keeps no choice for the next call: without an id it is refused again (cases 26, 102)", async () => {
    const { inventory, tap } = world();
    await tap({ deviceId: "A" });
    expect((await asyncRefusalOf(tap({}))).code).toBe("ambiguous_device_target");
    expect([inventory.received("A"), inventory.received("B")]).toEqual([["tap 1,2"], []]);
  });

  it("does not move to another device when the one of the last call is gone (cases 16, 27)", async () => {
    const { inventory, tap } = world();
    await tap({ deviceId: "A" });
    inventory.attach(fakeUnready("A", "offline"), fakeDevice("B"));
    expect((await asyncRefusalOf(tap({ deviceId: "A" }))).code).toBe("device_not_ready");
    expect(inventory.received("B")).toEqual([]);
  });

  it("asks for no choice where one device is ready (case 30)", async () => {
    const { inventory, tap } = world();
    inventory.attach(fakeDevice("A"), fakeUnready("B", "offline"));
    await tap({});
    expect(inventory.received("A")).toEqual(["tap 1,2"]);
  });

  it("prefers neither the first of a list nor a phone to an emulator (case 22)", async () => {
    const { inventory, tap } = world();
    inventory.attach({ ...fakeDevice("emulator-5554"), kind: "emulator" }, fakeDevice("TESTPHONE01"));
    expect((await asyncRefusalOf(tap({}))).code).toBe("ambiguous_device_target");
  });
});

it("takes an id of any shape as it is, for whatever its source says that it is (cases 64, 68)", async () => {
  const inventory = fakeInventory(
    fakeDevice("192.0.2.20:5555"),
    { ...fakeDevice("farm.example:5531"), kind: "emulator" },
    { ...fakeDevice("emulator-5560"), kind: "hardware" },
  );
  const runner = fakeRunner({ inventory });
  const run = await runner.run({ name: "tapAt", args: { ...TAP, deviceId: "farm.example:5531" }, signal });
  expect(run.device?.kind).toBe("emulator");
});
