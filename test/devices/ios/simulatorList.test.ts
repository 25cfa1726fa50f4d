import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { parseSimulatorList, type SimulatorRecord } from "../../../src/devices/ios/simulatorList.js";
import { projectText } from "../../support/projectFiles.js";

describe("simctl's list", () => {
  it("keeps the devices of a runtime that is written twice", async () => {
    const records = parseSimulatorList(await projectText("test/fixtures/simctl/devices.json"));

    expect(records?.map(({ udid, runtime }) => `${udid.slice(0, 4)} ${runtime.split(".").at(-1) ?? ""}`)).toEqual([
      "6D2A watchOS-11-2",
      "5E2F iOS-18-2",
      "C0DE iOS-17-5",
      "A93B iOS-18-2",
    ]);
  });

  it("reads what an entry says, and leaves open what it does not (case 83)", async () => {
    const records = parseSimulatorList(await projectText("test/fixtures/simctl/devices.json"));

    expect(records?.slice(2)).toEqual([
      {
        udid: "C0DE6D10-44C2-4F0E-B7A5-6E1D2C3B4A59",
        name: "iPhone 15",
        state: "Shutdown",
        isAvailable: false,
        availabilityError: 'runtime profile not found using "System" match policy',
        deviceType: "com.apple.CoreSimulator.SimDeviceType.iPhone-15",
        runtime: "com.apple.CoreSimulator.SimRuntime.iOS-17-5",
      },
      {
        udid: "A93B6D10-44C2-4F0E-B7A5-6E1D2C3B4A59",
        name: "iPad mini (A17 Pro)",
        state: "Shutdown",
        isAvailable: true,
        availabilityError: undefined,
        deviceType: undefined,
        runtime: "com.apple.CoreSimulator.SimRuntime.iOS-18-2",
      },
    ]);
  });

  it.each([
    ['{"devices":{}}', []],
    ['{"devices":{"iOS 12.1":[]}}', []],
    ['{"devices":{"iOS 12.1":null,"x":[null,7,[],{"udid":""}]}}', []],
    ["", undefined],
    ["Install Started", undefined],
    ["{}", undefined],
    ["null", undefined],
    ['{"devices":', undefined],
  ])("is for %j: %j", (text, records) => {
    expect(parseSimulatorList(text)).toEqual(records);
  });

  it.each([
    ["true", true],
    ["false", false],
    ['"YES"', true],
    ['"NO"', false],
  ])("reads isAvailable %s", (written, isAvailable) => {
    expect(parseSimulatorList(`{"devices":{"iOS 12.1":[{"udid":"12345678","isAvailable":${written}}]}}`)).toMatchObject(
      [{ isAvailable }],
    );
  });

  it.each(["booted", "all", "-x", "--set", "a b", "1234567"])("takes no entry that calls itself %j", (udid) => {
    expect(parseSimulatorList(JSON.stringify({ devices: { "iOS 12.1": [{ udid }] } }))).toEqual([]);
  });
});

const RECORD = fc.record({ udid: fc.uuid(), name: fc.string({ minLength: 1 }), state: fc.constant("Booted") });

test("no device is lost, whichever keys it stands under", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.string(), fc.array(RECORD))), (lists) => {
      const members = lists.map(([key, records]) => `${JSON.stringify(key)}:${JSON.stringify(records)}`);
      const read = parseSimulatorList(`{"devices":{${members.join(",")}}}`) ?? [];

      expect(read.map(toId)).toEqual(lists.flatMap(([key, records]) => records.map(({ udid }) => `${key}/${udid}`)));
    }),
  );
});

test("no text makes it throw", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      expect(() => parseSimulatorList(text)).not.toThrow();
    }),
  );
});

function toId({ udid, runtime }: SimulatorRecord): string {
  return `${runtime}/${udid}`;
}
