import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { PHONE, worldPhone } from "../../support/fakeXcrun.js";
import { asyncRefusalOf } from "../../support/refusalOf.js";
import { stubWebDriverAgent } from "../../support/stubWebDriverAgent.js";
import { iosWorld, NEVER, type IosWorld } from "./iosWorld.js";

const OTHER = { udid: "00008120-000B22223333444B", identifier: "C0C0C0D0-1111-4222-8333-444455556666" };

let world: IosWorld;

beforeEach(async () => {
  world = await iosWorld({ phones: [worldPhone({ ...OTHER, name: "Not this one" }), worldPhone()] });
});

afterEach(async () => world.close());

describe("a phone without a WDA", () => {
  it("lists its apps, those of the system only when asked", async () => {
    const driver = await world.driver(PHONE.udid);

    expect(await driver.listApps("installed_by_user", NEVER)).toEqual([
      { appId: "com.example.notes", isSystem: false },
    ]);
    expect(await driver.listApps("all", NEVER)).toEqual([
      { appId: "com.apple.Preferences", isSystem: true },
      { appId: "com.example.notes", isSystem: false },
    ]);
  });

  it("starts an app there and nowhere else (case 4)", async () => {
    const driver = await world.driver(PHONE.udid);

    await driver.launchApp("com.apple.Preferences", NEVER);

    const isRunning = world.xcrun
      .world()
      .phones.map(({ name, apps }) => `${name}: ${String(apps[0]?.pid !== undefined)}`);
    expect(isRunning).toEqual(["Not this one: false", "Sam’s iPhone: true"]);
    expect(world.xcrun.calls().at(-1)?.slice(0, 7)).toEqual([
      "devicectl",
      "device",
      "process",
      "launch",
      "--device",
      PHONE.udid,
      "com.apple.Preferences",
    ]);
  });

  it("stops an app by its process, whether it runs or not", async () => {
    const driver = await world.driver(PHONE.udid);

    await driver.terminateApp("com.example.notes", NEVER);
    await driver.terminateApp("com.example.notes", NEVER);

    expect(world.xcrun.world().phones.map(({ apps }) => apps[1]?.pid)).toEqual([321, undefined]);
    expect(world.xcrun.calls().filter((call) => call.includes("terminate"))).toHaveLength(1);
  });

  it.each(["launchApp", "terminateApp"] as const)("tells of %s that the app is not there", async (method) => {
    const driver = await world.driver(PHONE.udid);

    expect(await asyncRefusalOf(driver[method]("com.example.other", NEVER))).toMatchObject({
      code: "app_not_installed",
      data: { deviceId: PHONE.udid, appId: "com.example.other" },
    });
  });

  it("says what it is, as far as devicectl knows", async () => {
    const driver = await world.driver(PHONE.udid);

    expect(await driver.facts(NEVER)).toMatchObject({
      manufacturer: "Apple",
      model: "iPhone 16 Pro",
      osVersion: "18.2",
      screen: { widthPx: 1179, heightPx: 2556 },
      isScreenOn: true,
      batteryPercent: undefined,
    });
  });

  it.each(["screenshot", "uiTree"] as const)(
    "refuses %s at once, and says how to name a WDA (case 136)",
    async (method) => {
      const driver = await world.driver(PHONE.udid);

      expect(await asyncRefusalOf(driver[method](NEVER))).toMatchObject({
        code: "unsupported_on_device",
        data: { deviceId: PHONE.udid, platform: "ios" },
      });
    },
  );

  it("is lost when it went away since it was listed", async () => {
    const driver = await world.driver(PHONE.udid);
    world.xcrun.change((now) => now.phones.pop());

    expect(await asyncRefusalOf(driver.launchApp("com.example.notes", NEVER))).toMatchObject({
      code: "device_lost",
      data: { deviceId: PHONE.udid, effect: "did_not_run" },
    });
  });
});

it("a phone with a WDA tells its battery too", async () => {
  const wda = await stubWebDriverAgent({
    isSimulator: false,
    osVersion: "18.2",
    front: () => ({ bundleId: "com.example.notes", pid: 321 }),
  });
  const linked = await iosWorld(
    { phones: [worldPhone()] },
    { wdaAddresses: [{ deviceId: PHONE.udid, url: new URL(wda.url) }] },
  );
  const driver = await linked.driver(PHONE.udid);

  const facts = await driver.facts(NEVER);
  await linked.close();
  await wda.close();

  expect(facts).toMatchObject({ batteryPercent: 73, isScreenOn: true, screen: { widthPx: 1179, heightPx: 2556 } });
});
