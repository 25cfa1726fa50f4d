import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { toHardwareDevice } from "../../../src/devices/ios/hardwareDevice.js";
import { parseHardwareList, type HardwareRecord } from "../../../src/devices/ios/hardwareList.js";
import { projectText } from "../../support/projectFiles.js";

const RECORD: HardwareRecord = {
  identifier: "B0B0C0D0-1111-4222-8333-444455556666",
  udid: "00008030-000A11112222333A",
  name: "Sam’s iPhone",
  model: "iPhone 16 Pro",
  osVersion: "18.2",
  platform: "iOS",
  isSimulated: false,
  pairingState: "paired",
  tunnelState: "connected",
  developerMode: "enabled",
};

describe("devicectl's list", () => {
  it("gives phones and tablets, each in its own state, whatever else is in it (case 66, case 80, case 82)", async () => {
    const records = parseHardwareList(await projectText("test/fixtures/devicectl/devices.json"));

    expect(records?.map(toHardwareDevice).map((device) => device && [device.name, device.state])).toEqual([
      ["Sam’s iPhone", { is: "ready" }],
      ["Old iPad", { is: "not_ready", reason: "unreachable" }],
      ["B0B0AAAA-1111-4222-8333-444455556666", { is: "unknown", text: "pairing: devicectl does not say" }],
      ["iPhone 8", { is: "not_ready", reason: "unsupported", detail: "devicectl drives iOS 17 and newer" }],
      undefined,
      undefined,
    ]);
  });

  it.each(["", "{}", '{"result":{}}', '{"result":{"devices":{}}}', "devicectl: error"])("is none in %j", (text) => {
    expect(parseHardwareList(text)).toBeUndefined();
  });

  it("may be empty", () => {
    expect(parseHardwareList('{"result":{"devices":[]}}')).toEqual([]);
  });
});

describe("a phone as a device", () => {
  it("has one id, and answers to the other (case 61)", () => {
    expect(toHardwareDevice(RECORD)).toEqual({
      id: "00008030-000A11112222333A",
      platform: "ios",
      kind: "hardware",
      name: "Sam’s iPhone",
      model: "iPhone 16 Pro",
      osVersion: "18.2",
      state: { is: "ready" },
      identity: "00008030-000A11112222333A",
      aliases: [{ id: "B0B0C0D0-1111-4222-8333-444455556666", state: { is: "ready" } }],
      source: "devicectl",
    });
  });

  it.each([
    ["paired", "connected", { is: "ready" }],
    ["paired", "disconnected", { is: "ready" }],
    ["paired", "connecting", { is: "not_ready", reason: "connecting" }],
    ["paired", "unavailable", { is: "not_ready", reason: "unreachable" }],
    ["paired", "lost", { is: "unknown", text: "connection: lost" }],
    ["paired", undefined, { is: "unknown", text: "connection: devicectl does not say" }],
    ["unpaired", "connected", { is: "not_ready", reason: "unpaired" }],
    ["pairingInProgress", "connected", { is: "not_ready", reason: "unpaired" }],
    ["estranged", "connected", { is: "unknown", text: "pairing: estranged" }],
  ])("that is %s and %s", (pairingState, tunnelState, state) => {
    expect(toHardwareDevice({ ...RECORD, pairingState, tunnelState })?.state).toEqual(state);
  });

  it("cannot be driven with its developer mode off", () => {
    expect(toHardwareDevice({ ...RECORD, developerMode: "disabled" })?.state).toMatchObject({
      reason: "developer_mode_off",
    });
  });

  it("is no simulator, which simctl lists already", () => {
    expect(toHardwareDevice({ ...RECORD, isSimulated: true })).toBeUndefined();
  });

  it.each(["watchOS", "tvOS", "xrOS", "macOS"])("does not run %s", (platform) => {
    expect(toHardwareDevice({ ...RECORD, platform })).toBeUndefined();
  });
});

test("nothing in a list makes reading it throw", () => {
  const record = fc.record({
    hardwareProperties: fc.anything(),
    connectionProperties: fc.anything(),
    identifier: fc.anything(),
  });
  fc.assert(
    fc.property(fc.array(fc.oneof(record, fc.jsonValue())), (devices) => {
      const text = JSON.stringify({ result: { devices } }, (_key, value: unknown) =>
        typeof value === "bigint" ? String(value) : value,
      );
      expect(() => parseHardwareList(text)?.map(toHardwareDevice)).not.toThrow();
    }),
  );
});
