import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createInventory } from "../../src/devices/inventory.js";
import { CATALOGUE } from "../../src/tools/catalogue.js";
import { createResolveAppPath } from "../../src/system/appFile.js";
import { systemTimer } from "../../src/system/systemTimer.js";
import type { LabPhone } from "../../src/lab/lab.js";
import { findAdb } from "../support/adbBinary.js";
import { startRealAdbServer, type RealAdbServer } from "../support/adbServer.js";
import { startRealAdbWorld, type AndroidWorld } from "../support/androidWorld.js";
import { SHOP_APK, SHOP_APP_ID } from "../support/labApk.js";
import { asyncRefusalOf } from "../support/refusalOf.js";
import { fakeRunner, requirePublishedShape } from "../tools/runTool.js";

const adb = findAdb();
const { signal } = new AbortController();

/** Every tool once, in an order in which each can work, and what reached the phone. */
const CALLS: readonly (readonly [name: string, args: object, received: readonly object[]])[] = [
  ["listDevices", {}, []],
  ["waitForDevice", {}, []],
  ["deviceInfo", {}, []],
  ["installApp", { path: "shop.apk" }, [{ kind: "install", appId: SHOP_APP_ID, bytes: SHOP_APK.length }]],
  ["listApps", {}, []],
  ["launchApp", { appId: SHOP_APP_ID }, [{ kind: "launch", appId: SHOP_APP_ID }]],
  ["waitFor", { text: SHOP_APP_ID }, []],
  ["observe", { screenshot: true }, []],
  ["captureScreenshot", { maxWidth: 100 }, []],
  ["getLogs", { appId: SHOP_APP_ID }, []],
  ["clearAppData", { appId: SHOP_APP_ID }, [{ kind: "clear_data", appId: SHOP_APP_ID }]],
  ["terminateApp", { appId: SHOP_APP_ID }, [{ kind: "terminate", appId: SHOP_APP_ID }]],
  ["uninstallApp", { appId: SHOP_APP_ID }, [{ kind: "uninstall", appId: SHOP_APP_ID }]],
  ["openUrl", { url: "https://example.com/a'b" }, [{ kind: "open_url", url: "https://example.com/a'b" }]],
  ["pressButton", { button: "home" }, [{ kind: "key", keycode: "KEYCODE_HOME" }]],
  ["tapOn", { text: "Search" }, [{ kind: "tap" }]],
  ["inputText", { text: "it's 100%" }, [{ kind: "text", text: "it's 100%" }]],
  ["tapAt", { x: 10, y: 20 }, [{ kind: "tap", x: 10, y: 20 }]],
  ["swipe", { direction: "up" }, [{ kind: "swipe" }]],
  [
    "setOrientation",
    { orientation: "landscape" },
    [
      { kind: "change_setting", name: "system/accelerometer_rotation", value: "0" },
      { kind: "change_setting", name: "system/user_rotation", value: "1" },
    ],
  ],
  ["killDevice", {}, [{ kind: "power_off" }]],
];

describe.skipIf(adb === undefined)("every tool, through a real adb server", () => {
  let server: RealAdbServer;
  let world: AndroidWorld;
  let emulator: LabPhone;
  let neighbour: LabPhone;
  let folder: string;
  let run: (name: string, args: object) => ReturnType<ReturnType<typeof fakeRunner>["run"]>;

  beforeAll(async () => {
    server = await startRealAdbServer(adb ?? "adb");
    world = await startRealAdbWorld(server.port, [{ kind: "emulator" }, { serial: "LABPHONE02" }]);
    const [first, second] = world.lab.phones;
    [emulator, neighbour] = [first ?? expect.unreachable("no phone"), second ?? expect.unreachable("no neighbour")];
    folder = await mkdtemp(join(tmpdir(), "every-tool-"));
    await writeFile(join(folder, "shop.apk"), SHOP_APK);
    const inventory = createInventory({ sources: [world.source] });
    const runner = fakeRunner({ inventory, timer: systemTimer, resolveAppPath: createResolveAppPath(folder) });
    run = (name, args) => runner.run({ name, args, signal });
  });

  afterAll(async () => {
    await world.close();
    await server.close();
    await rm(folder, { recursive: true });
  });

  it("is in the table of this test, but for the one that starts devices", () => {
    const all = CATALOGUE.map(({ name }) => name).filter((name) => name !== "startDevice");
    expect(CALLS.map(([name]) => name).toSorted()).toEqual(all.toSorted());
  });

  it("refuses to install what is not there or not allowed, and to shut a phone down (case 128)", async () => {
    const outside = await asyncRefusalOf(run("installApp", { path: "/etc/hosts", deviceId: world.idOf(neighbour) }));
    const hardware = await asyncRefusalOf(run("killDevice", { deviceId: world.idOf(neighbour) }));
    expect([outside.code, hardware.code]).toEqual(["invalid_arguments", "unsupported_on_device"]);
    expect(neighbour.received()).toEqual([]);
  });

  it.each(CALLS)("%s runs on the device that was named, and on no other", async (name, args, received) => {
    const before = emulator.received().length;
    const target =
      CATALOGUE.find((tool) => tool.name === name)?.target === "none" ? {} : { deviceId: world.idOf(emulator) };
    const path = "path" in args ? { path: join(folder, "shop.apk") } : {};
    requirePublishedShape(await run(name, { ...args, ...path, ...target }));
    expect(emulator.received().slice(before)).toMatchObject(received);
    expect(neighbour.received()).toEqual([]);
  });

  it("shows the device that was shut down as gone, and the other as it was", async () => {
    await vi.waitFor(async () =>
      expect((await world.devices()).get(world.idOf(emulator))?.state).not.toEqual({ is: "ready" }),
    );
    expect((await world.deviceOf(neighbour)).state).toEqual({ is: "ready" });
  });
});
