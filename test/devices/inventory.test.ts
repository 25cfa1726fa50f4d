import { describe, expect, it } from "vitest";
import { createInventory, type SourceReport } from "../../src/devices/inventory.js";
import { fakeDevice, fakeSimulator } from "../support/fakeDevice.js";
import { fakeSource } from "../support/fakeSource.js";
import { unaborted } from "../support/unaborted.js";

const FAILED: SourceReport = {
  source: "adb",
  outcome: "failed",
  platform: "android",
  refusal: { code: "adb_not_found", message: "no adb", hint: "install it", data: { tried: [] } },
};

describe("snapshot", () => {
  it("shows every source's devices by platform, then id in code units, whatever the order of discovery", async () => {
    const inventory = createInventory({
      sources: [
        fakeSource("simctl", { devices: [fakeSimulator("B"), fakeSimulator("A")] }),
        fakeSource("adb", { devices: [fakeDevice("é"), fakeDevice("z"), fakeDevice("Z")] }),
      ],
    });
    const { devices } = await inventory.snapshot(unaborted);
    expect(devices.map(({ id }) => id)).toEqual(["Z", "z", "é", "A", "B"]);
  });

  it("says of each source how it ended, and shows the devices of those that did not fail", async () => {
    // cases 77, 79
    const simulators = fakeSource("simctl", { devices: [fakeSimulator("A")] });
    const inventory = createInventory({ sources: [fakeSource("adb", { report: FAILED }), simulators] });
    expect(await inventory.snapshot(unaborted)).toEqual({
      devices: [fakeSimulator("A")],
      sources: [FAILED, { source: "simctl", outcome: "complete" }],
    });
  });
});

describe("allowed devices", () => {
  it("are the only ones that exist, by id or by alias, and by no part of either", async () => {
    const phone = fakeDevice("TESTPHONE01", { aliases: [{ id: "192.0.2.10:5555", state: { is: "ready" } }] });
    const inventory = createInventory({
      sources: [fakeSource("adb", { devices: [phone, fakeDevice("TESTPHONE02"), fakeDevice("TESTPHONE0")] })],
      allowedDevices: ["192.0.2.10:5555", "TESTPHONE0", "TESTPHONE"],
    });
    const { devices } = await inventory.snapshot(unaborted);
    expect(devices.map(({ id }) => id)).toEqual(["TESTPHONE0", "TESTPHONE01"]);
  });

  it("may be none at all", async () => {
    const sources = [fakeSource("adb", { devices: [fakeDevice("TESTPHONE01")] })];
    expect((await createInventory({ sources, allowedDevices: [] }).snapshot(unaborted)).devices).toEqual([]);
  });
});

describe("driver", () => {
  it("comes from the source that found the device", () => {
    const [adb, simctl] = [fakeSource("adb"), fakeSource("simctl")];
    const inventory = createInventory({ sources: [adb, simctl] });
    expect(inventory.driver(fakeSimulator("A")).platform).toBe("ios");
    expect([adb.driven, simctl.driven]).toEqual([[], ["A"]]);
  });

  it("is a bug to ask for when no source has that name", () => {
    expect(() => createInventory({ sources: [] }).driver(fakeDevice("X"))).toThrow("no source is called adb");
  });
});

it("closes every source, also when one of them fails to", async () => {
  const closed: string[] = [];
  const inventory = createInventory({
    sources: [
      fakeSource("adb", { close: () => Promise.reject(new Error("stuck")) }),
      fakeSource("simctl", { close: async () => void closed.push("simctl") }),
    ],
  });
  await expect(inventory.close()).rejects.toThrow(AggregateError);
  expect(closed).toEqual(["simctl"]);
});
