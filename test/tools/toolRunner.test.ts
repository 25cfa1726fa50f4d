import { describe, expect, it } from "vitest";
import { CATALOGUE } from "../../src/tools/catalogue.js";
import { UnknownToolError } from "../../src/tools/toolRunner.js";
import { cites } from "../requirements.js";
import { fakeDevice, fakeSimulator, fakeUnready } from "../support/fakeDevice.js";
import { fakeDriver, fakeNode, fakeTree } from "../support/fakeDriver.js";
import { fakeInventory } from "../support/fakeInventory.js";
import { recordingLog } from "../support/recordingLog.js";
import { asyncRefusalOf } from "../support/refusalOf.js";
import { fakeRunner } from "./runTool.js";

const { signal } = new AbortController();

/** Arguments with which each tool can run. */
const PLAIN_CALLS = [
  { name: "deviceInfo", args: {} },
  { name: "observe", args: {} },
  { name: "captureScreenshot", args: {} },
  { name: "listApps", args: {} },
  { name: "getLogs", args: {} },
  { name: "waitFor", args: { text: "OK" } },
  { name: "tapOn", args: { text: "OK" } },
  { name: "tapAt", args: { x: 1, y: 2 } },
  { name: "swipe", args: { direction: "up" } },
  { name: "inputText", args: { text: "hi" } },
  { name: "pressButton", args: { button: "home" } },
  { name: "openUrl", args: { url: "https://example.com" } },
  { name: "launchApp", args: { appId: "com.example.app" } },
  { name: "terminateApp", args: { appId: "com.example.app" } },
  { name: "installApp", args: { path: "/apps/shop.apk" } },
  { name: "uninstallApp", args: { appId: "com.example.app" } },
  { name: "clearAppData", args: { appId: "com.example.app" } },
  { name: "setOrientation", args: { orientation: "landscape" } },
  { name: "waitForDevice", args: {} },
  { name: "killDevice", args: {} },
] as const;

describe("every tool that has a device", () => {
  it("is in the table of this test", () => {
    const deviceTools = CATALOGUE.filter((tool) => tool.target !== "none").map((tool) => tool.name);
    expect(PLAIN_CALLS.map((call) => call.name)).toEqual(deviceTools);
  });

  // case 1
  it.each(PLAIN_CALLS)(
    cites("C5", "C6")`$name refuses two devices alike, through its own site, and touches neither`,
    async ({ name, args }) => {
      const inventory = fakeInventory(fakeDevice("B"), fakeDevice("A"));
      const refusal = await asyncRefusalOf(fakeRunner({ inventory }).run({ name, args, signal }));
      expect(refusal).toEqual({
        code: "ambiguous_device_target",
        message: `${name} was not told which device to use, and any of 2 could be meant. It was not run.`,
        hint: `Repeat ${name} with deviceId set to the device that is meant: "A" or "B". If you do not know which one is meant, find out; do not pick one.`,
        data: {
          candidates: [
            { deviceId: "A", platform: "android", name: "Phone A", kind: "hardware" },
            { deviceId: "B", platform: "android", name: "Phone B", kind: "hardware" },
          ],
        },
      });
      expect([...inventory.received("A"), ...inventory.received("B")]).toEqual([]);
    },
  );

  it.each(PLAIN_CALLS)(
    "$name takes an explicit id although others are attached, and touches no other",
    async ({ name, args }) => {
      const inventory = fakeInventory(fakeDevice("A"), fakeSimulator("B"), fakeDevice("C"));
      inventory.drive("B", fakeDriver({ platform: "ios", tree: fakeTree([fakeNode({ text: "OK" })]) }));
      const run = await fakeRunner({ inventory }).run({ name, args: { ...args, deviceId: "B" }, signal });
      expect(run.outcome.structured).toMatchObject({ device: { deviceId: "B", platform: "ios" } });
      expect([...inventory.received("A"), ...inventory.received("C")]).toEqual([]);
    },
  );

  it.each(PLAIN_CALLS)("$name refuses an empty deviceId before it looks for devices", async ({ name, args }) => {
    const inventory = fakeInventory(fakeDevice("A"));
    const call = { name, args: { ...args, deviceId: "" }, signal };
    expect(await asyncRefusalOf(fakeRunner({ inventory }).run(call))).toMatchObject({
      code: "invalid_arguments",
      data: { problems: [{ argument: "deviceId" }] },
    });
    expect(inventory.snapshots()).toBe(0);
  });

  // case 14
  it.each(PLAIN_CALLS)("$name refuses an argument that it does not know, and runs nothing", async ({ name, args }) => {
    const inventory = fakeInventory(fakeDevice("A"));
    const call = { name, args: { ...args, simulatorId: "B" }, signal };
    expect(await asyncRefusalOf(fakeRunner({ inventory }).run(call))).toMatchObject({
      code: "invalid_arguments",
      data: { problems: [{ argument: "simulatorId" }] },
    });
    expect(inventory.received("A")).toEqual([]);
  });

  it.each(PLAIN_CALLS)("$name is refused without deviceId where the operator wants one", async ({ name, args }) => {
    const runner = fakeRunner({ inventory: fakeInventory(fakeDevice("A")), policy: { requiresDeviceId: true } });
    expect((await asyncRefusalOf(runner.run({ name, args, signal }))).code).toBe("device_id_required");
  });
});

describe("a run", () => {
  const tap = { name: "tapAt", args: { x: 1, y: 2 }, signal };
  const DEVICE_A = { deviceId: "A", platform: "android", name: "Phone A" };

  // case 23
  it("takes one snapshot, and says which device it ran on and how that was chosen", async () => {
    const inventory = fakeInventory(fakeDevice("A", { name: "My\nphone" }));
    const log = recordingLog();
    const run = await fakeRunner({ inventory, log }).run(tap);
    expect(run).toMatchObject({ tool: "tapAt", device: { id: "A" } });
    expect(run.outcome.structured).toEqual({
      device: { deviceId: "A", platform: "android", name: "My phone", kind: "hardware" },
      x: 1,
      y: 2,
    });
    expect(inventory.snapshots()).toBe(1);
    expect(log.lines).toEqual([
      { level: "info", line: "target chosen", fields: { tool: "tapAt", deviceId: "A", origin: "only_one" } },
    ]);
  });

  it.each([
    { is: "named hardware", device: fakeDevice("A"), deviceId: "A", kind: {} },
    { is: "an emulator", device: fakeDevice("A", { kind: "emulator" }), deviceId: undefined, kind: {} },
    { is: "hardware that nobody named", device: fakeDevice("A"), deviceId: undefined, kind: { kind: "hardware" } },
  ])("says of $is: $kind (case 11)", async ({ device, deviceId, kind }) => {
    const args = { x: 1, y: 2, ...(deviceId === undefined ? {} : { deviceId }) };
    const run = await fakeRunner({ inventory: fakeInventory(device) }).run({ ...tap, args });
    expect(run.outcome.structured).toEqual({ device: { ...DEVICE_A, ...kind }, x: 1, y: 2 });
  });

  it("names the device by its own id where the call named it by another", async () => {
    const phone = fakeDevice("USB1", { aliases: [{ id: "192.0.2.10:5555", state: { is: "ready" } }] });
    const call = { ...tap, args: { ...tap.args, deviceId: "192.0.2.10:5555" } };
    const { outcome } = await fakeRunner({ inventory: fakeInventory(phone) }).run(call);
    expect(outcome.structured).toMatchObject({ device: { deviceId: "USB1" } });
  });

  it("says of a name that is no tool's what it may have meant", async () => {
    const unknown = fakeRunner().run({ name: "tapon", args: {}, signal });
    await expect(unknown).rejects.toThrow(new UnknownToolError('There is no tool "tapon"; did you mean tapOn?'));
  });

  // case 7
  it("stops on a bug before it touches a device through a driver of the other platform", async () => {
    const inventory = fakeInventory(fakeDevice("A"));
    const driver = fakeDriver({ platform: "ios" });
    inventory.drive("A", driver);
    await expect(fakeRunner({ inventory }).run(tap)).rejects.toThrow("a driver for ios was about to run tapAt");
    expect(driver.received).toEqual([]);
  });

  // cases 59, 60
  it("says under which id a device that it has seen seems to be back", async () => {
    const inventory = fakeInventory(fakeDevice("192.0.2.10:37001", { identity: "TESTSER01" }));
    const runner = fakeRunner({ inventory });
    await runner.run(tap);
    inventory.attach(fakeDevice("192.0.2.10:41877", { identity: "TESTSER01" }));
    const call = { ...tap, args: { ...tap.args, deviceId: "192.0.2.10:37001" } };
    const refusal = await asyncRefusalOf(runner.run(call));
    expect(refusal.code).toBe("device_not_found");
    expect(refusal.hint).toContain('seems to be back as "192.0.2.10:41877"');
  });
});

/** SHA-256 of the identities "serial of A" and "serial of B", which themselves stay in the runner. */
const HASH_OF_A = "9aba0f80ae21461514c512853114084c388ee885499cb3ec9cc5607f678ff06e";
const HASH_OF_B = "6caa3cf436bcc07e00df8276b5ffc6dea1abfe796d12ccb4409e4c81eeea8f43";

describe("resolving a call", () => {
  it(cites("T6", "T10")`gives what it could mean now, whether or not it names a device, and runs nothing`, async () => {
    const inventory = fakeInventory(fakeDevice("B"), fakeDevice("A"), fakeUnready("C", "offline"), fakeSimulator("D"));
    const runner = fakeRunner({ inventory });
    const resolved = await runner.resolve({ name: "tapAt", args: { x: 1, y: 2, platform: "android" }, signal });
    expect(resolved).toEqual([
      {
        deviceId: "A",
        identity: HASH_OF_A,
        candidate: { deviceId: "A", platform: "android", name: "Phone A", kind: "hardware" },
      },
      {
        deviceId: "B",
        identity: HASH_OF_B,
        candidate: { deviceId: "B", platform: "android", name: "Phone B", kind: "hardware" },
      },
    ]);
    const named = await runner.resolve({ name: "tapAt", args: { x: 1, y: 2, deviceId: "A" }, signal });
    expect(named.map(({ deviceId }) => deviceId)).toEqual(["A", "B", "D"]);
    expect(inventory.received("A")).toEqual([]);
  });

  it("gives what may still become ready to a call that waits for it", async () => {
    const runner = fakeRunner({ inventory: fakeInventory(fakeUnready("A", "booting"), fakeUnready("B", "shutdown")) });
    const resolved = await runner.resolve({ name: "waitForDevice", args: {}, signal });
    expect(resolved.map(({ deviceId }) => deviceId)).toEqual(["A"]);
  });

  it.each([
    { name: "listDevices", args: {}, requiresDeviceId: false },
    { name: "tapAt", args: { x: "1" }, requiresDeviceId: false },
    { name: "tapAt", args: { x: 1, y: 2 }, requiresDeviceId: true },
  ])(
    "gives nothing for $name with $args where deviceId is required: $requiresDeviceId",
    async ({ name, args, requiresDeviceId }) => {
      const runner = fakeRunner({ inventory: fakeInventory(fakeDevice("A")), policy: { requiresDeviceId } });
      expect(await runner.resolve({ name, args, signal })).toEqual([]);
    },
  );

  it("knows no tool that does not exist", async () => {
    await expect(fakeRunner().resolve({ name: "rm", args: {}, signal })).rejects.toThrow(UnknownToolError);
  });
});
