import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { SIMULATOR_A, SIMULATOR_B, worldSimulator } from "../../support/fakeXcrun.js";
import { asyncRefusalOf } from "../../support/refusalOf.js";
import { iosWorld, NEVER, type IosWorld } from "./iosWorld.js";

let world: IosWorld;

beforeEach(async () => {
  world = await iosWorld({ simulators: [worldSimulator(SIMULATOR_A), worldSimulator(SIMULATOR_B)] });
});

afterEach(async () => world.close());

describe("a simulator without a WDA", () => {
  it("lists its apps, those of the system only when asked", async () => {
    const driver = await world.driver(SIMULATOR_B);

    expect(await driver.listApps("installed_by_user", NEVER)).toEqual([
      { appId: "com.example.notes", isSystem: false },
    ]);
    expect(await driver.listApps("all", NEVER)).toEqual([
      { appId: "com.apple.Preferences", isSystem: true },
      { appId: "com.example.notes", isSystem: false },
    ]);
  });

  it("starts an app on that simulator and on no other (case 4, case 9)", async () => {
    const driver = await world.driver(SIMULATOR_B);

    await driver.launchApp("com.example.notes", NEVER);

    expect(world.xcrun.world().simulators.map(({ front }) => front)).toEqual([undefined, "com.example.notes"]);
    expect(world.xcrun.calls().at(-1)).toEqual(["simctl", "launch", SIMULATOR_B, "com.example.notes"]);
  });

  it("stops an app, whether it runs or not", async () => {
    const driver = await world.driver(SIMULATOR_A);
    await driver.launchApp("com.example.notes", NEVER);

    await driver.terminateApp("com.example.notes", NEVER);
    await driver.terminateApp("com.example.notes", NEVER);

    expect(world.xcrun.world().simulators[0]?.front).toBeUndefined();
  });

  it.each(["launchApp", "terminateApp"] as const)("tells of %s that the app is not there", async (method) => {
    const driver = await world.driver(SIMULATOR_A);

    expect(await asyncRefusalOf(driver[method]("com.example.other", NEVER))).toMatchObject({
      code: "app_not_installed",
      data: { deviceId: SIMULATOR_A, appId: "com.example.other" },
    });
  });

  it.each(["--console", "com.example;id", "com.example.app booted", "booted", "../x"])(
    "gives no program the app id %j",
    async (appId) => {
      const driver = await world.driver(SIMULATOR_A);
      const before = world.xcrun.calls().length;

      expect(await asyncRefusalOf(driver.launchApp(appId, NEVER))).toMatchObject({ code: "invalid_arguments" });
      expect(world.xcrun.calls().length).toBe(before);
    },
  );

  it("takes a picture, which needs no WDA (case 136)", async () => {
    const driver = await world.driver(SIMULATOR_A);

    const { widthPx, heightPx, png } = await driver.screenshot(NEVER);

    expect([widthPx, heightPx, png.length]).toEqual([6, 13, 97]);
    expect(world.xcrun.calls().at(-1)?.slice(0, 5)).toEqual(["simctl", "io", SIMULATOR_A, "screenshot", "--type=png"]);
  });

  it("says what it is", async () => {
    const driver = await world.driver(SIMULATOR_A);

    expect(await driver.facts(NEVER)).toEqual({
      manufacturer: "Apple",
      model: "iPhone 16",
      osVersion: "18.2",
      apiLevel: undefined,
      screen: { widthPx: 6, heightPx: 13, densityDpi: undefined },
      isScreenOn: undefined,
      batteryPercent: undefined,
    });
  });

  it("refuses at once what needs a WDA, and says which and how to name it (case 136)", async () => {
    const driver = await world.driver(SIMULATOR_A);

    const refusal = await asyncRefusalOf(driver.tap({ x: 1, y: 1 }, NEVER));

    expect(refusal).toMatchObject({ code: "unsupported_on_device", data: { deviceId: SIMULATOR_A, platform: "ios" } });
    expect(refusal.message).toContain("This needs a WebDriverAgent that runs on the device, and none was found");
    expect(refusal.hint).toContain(`AUTOMOBILE_WDA=${SIMULATOR_A}=http://127.0.0.1:8100`);
  });

  it("is lost when it was shut down since it was listed, and nothing ran", async () => {
    const driver = await world.driver(SIMULATOR_A);
    world.xcrun.change((now) => now.simulators.forEach((simulator) => (simulator.state = "Shutdown")));

    expect(await asyncRefusalOf(driver.launchApp("com.example.notes", NEVER))).toMatchObject({
      code: "device_lost",
      data: { deviceId: SIMULATOR_A, effect: "did_not_run" },
    });
  });

  it("is lost when it was deleted, and no other one takes its place (case 12)", async () => {
    const driver = await world.driver(SIMULATOR_A);
    world.xcrun.change((now) => now.simulators.shift());

    expect(await asyncRefusalOf(driver.launchApp("com.example.notes", NEVER))).toMatchObject({ code: "device_lost" });
    expect(world.xcrun.world().simulators[0]?.front).toBeUndefined();
  });
});
