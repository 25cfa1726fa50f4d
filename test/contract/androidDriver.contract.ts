import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { DeviceDriver, UiNode } from "../../src/devices/deviceDriver.js";
import type { LabPhone } from "../../src/lab/lab.js";
import type { AndroidWorld, StartAndroidWorld } from "../support/androidWorld.js";
import { asyncRefusalOf } from "../support/refusalOf.js";
import { unaborted } from "../support/unaborted.js";

const PROBE = "adb: say what it is";
const LOOKS = /^(shell|exec)[^:]*:.*(wm size|screencap)/;
const TAPS = /^(shell|exec)[^:]*:input tap/;

/** What finding and driving Android devices promises, whatever adb server stands between. */
export function androidDriverContract(name: string, start: StartAndroidWorld): void {
  describe(name, () => {
    let world: AndroidWorld;
    let first: LabPhone;
    let second: LabPhone;

    beforeEach(async () => {
      world = await start([{ serial: "LABPHONE01" }, { serial: "LABPHONE02" }]);
      const [one, two] = world.lab.phones;
      if (one === undefined || two === undefined) throw new Error("the lab has no two phones");
      [first, second] = [one, two];
    });

    afterEach(() => world.close());

    async function driverOf(phone: LabPhone): Promise<DeviceDriver> {
      return world.source.driver(await world.deviceOf(phone));
    }

    describe("discovery", () => {
      it("asks each device what it is", async () => {
        const device = await world.deviceOf(first);
        expect(device).toMatchObject({
          platform: "android",
          kind: "hardware",
          model: first.model,
          osVersion: first.osVersion,
          state: { is: "ready" },
          identity: "serial:LABPHONE01",
          aliases: [],
        });
        expect((await world.deviceOf(second)).name).not.toBe(device.name);
      });

      it.each([
        ["still boots", { kind: "booting" }],
        ["has no package manager yet", { kind: "no_package_manager" }],
      ] as const)("does not call a device ready that %s, until it is", async (_case, fault) => {
        // case 85
        const end = first.order(fault);
        expect((await world.deviceOf(first)).state).toMatchObject({ is: "not_ready", reason: "booting" });
        expect((await world.deviceOf(second)).state).toEqual({ is: "ready" });
        end();
        expect((await world.deviceOf(first)).state).toEqual({ is: "ready" });
      });

      it("does not let a silent device hide another", async () => {
        first.order({ kind: "hang", service: /^shell/ });
        const finding = world.devices();
        await vi.waitFor(() => expect([first, second].map((phone) => phone.services().length)).not.toContain(0));
        await vi.waitFor(() => expect(world.timer.live().filter((label) => label === PROBE)).toHaveLength(1));
        world.timer.advance(5_000);
        const devices = await finding;
        expect(devices.get(world.idOf(first))?.state).toMatchObject({ is: "not_ready", reason: "unresponsive" });
        expect(devices.get(world.idOf(second))?.state).toEqual({ is: "ready" });
      });

      it("takes another phone under the same id for another", async () => {
        // case 58
        const before = await world.deviceOf(first);
        await first.detach();
        await vi.waitFor(async () =>
          expect((await world.devices()).get(world.idOf(first))?.state).not.toEqual({ is: "ready" }),
        );
        first.order({ kind: "other_identity", serial: "LABPHONE09", bootId: "09090909-0000-4000-8000-000000000000" });
        await world.attachAgain(first);
        const after = await world.deviceOf(first);
        expect([before.identity, after.identity]).toEqual(["serial:LABPHONE01", "serial:LABPHONE09"]);
      });
    });

    describe("what a device receives", () => {
      it("is exactly what was sent to it, and nothing reaches its neighbour", async () => {
        const driver = await driverOf(second);
        await driver.tap({ x: 10, y: 20 }, unaborted);
        await driver.swipe({ from: { x: 300, y: 1200 }, to: { x: 300, y: 400 }, durationMs: 50 }, unaborted);
        await driver.pressButton("home", unaborted);
        expect(second.received()).toMatchObject([
          { kind: "tap", x: 10, y: 20 },
          { kind: "swipe", from: [300, 1200], to: [300, 400], durationMs: 50 },
          { kind: "key", keycode: "KEYCODE_HOME" },
        ]);
        expect(first.received()).toEqual([]);
      });

      it.each([`it's "100% sure" for $HOME & \`id\`; *`, "%s and %%s", "a\\nb -d ~ # {x} <y> |z"])(
        "is the text %j, character by character",
        async (text) => {
          await (await driverOf(first)).inputText(text, unaborted);
          const typed = first
            .received()
            .map((input) => (input.kind === "text" ? input.text : `not text: ${input.kind}`));
          expect(typed.join("")).toBe(text);
        },
      );

      it("is no text at all when part of it cannot be typed", async () => {
        // case 126
        const refusal = await asyncRefusalOf((await driverOf(first)).inputText("ok שלום", unaborted));
        expect(refusal.code).toBe("text_unsupported");
        expect(first.received()).toEqual([]);
      });

      it("starts and stops an app that is there, and no other", async () => {
        const driver = await driverOf(first);
        await driver.launchApp("com.android.settings", unaborted);
        await driver.terminateApp("com.android.settings", unaborted);
        const launch = await asyncRefusalOf(driver.launchApp("com.example.nowhere", unaborted));
        const terminate = await asyncRefusalOf(driver.terminateApp("com.example.nowhere", unaborted));
        expect([launch.code, terminate.code]).toEqual(["app_not_installed", "app_not_installed"]);
        expect(first.received()).toEqual([
          { kind: "launch", appId: "com.android.settings" },
          { kind: "terminate", appId: "com.android.settings" },
        ]);
      });
    });

    describe("looking", () => {
      it("changes nothing", async () => {
        const driver = await driverOf(first);
        await driver.facts(unaborted);
        await driver.uiTree(unaborted);
        await driver.screenshot(unaborted);
        await driver.listApps("all", unaborted);
        expect(first.received()).toEqual([]);
      });

      it("tells what the device is and how it stands", async () => {
        expect(await (await driverOf(first)).facts(unaborted)).toMatchObject({
          manufacturer: first.manufacturer,
          model: first.model,
          osVersion: first.osVersion,
          isScreenOn: true,
        });
      });

      it("shows the screen as a tree that a tap changes", async () => {
        const driver = await driverOf(first);
        const before = await driver.uiTree(unaborted);
        const button = clickable(before.roots);
        await driver.tap(centre(button), unaborted);
        const after = await driver.uiTree(unaborted);
        expect(before.foregroundApp).toBe(before.roots[0]?.appId);
        expect(after.roots).not.toEqual(before.roots);
      });

      it("gives a picture with its size, and the warning that came before it", async () => {
        // case 116
        first.order({ kind: "screenshot_warning", line: "[Warning] Multiple displays were found" });
        const { png, widthPx, heightPx, strippedText, isScreenOn } = await (
          await driverOf(first)
        ).screenshot(unaborted);
        expect(Buffer.from(png).toString("latin1", 1, 4)).toBe("PNG");
        expect({ widthPx, heightPx, strippedText, isScreenOn }).toEqual({
          widthPx: 720,
          heightPx: 1600,
          strippedText: "[Warning] Multiple displays were found",
          isScreenOn: true,
        });
      });

      it("says that the display is off", async () => {
        // case 87
        first.setAwake(false);
        const driver = await driverOf(first);
        const [tree, facts] = [await driver.uiTree(unaborted), await driver.facts(unaborted)];
        expect([tree.isScreenOn, facts.isScreenOn]).toEqual([false, false]);
      });

      it("lists the apps, system ones only when asked for", async () => {
        const driver = await driverOf(first);
        const [all, byUser] = [
          await driver.listApps("all", unaborted),
          await driver.listApps("installed_by_user", unaborted),
        ];
        expect(all.filter(({ isSystem }) => !isSystem)).toEqual(byUser);
        expect(all.map(({ appId }) => appId)).toContain("com.android.settings");
        expect(byUser.map(({ appId }) => appId)).not.toContain("com.android.settings");
      });

      it("refuses with what the device said in place of a tree or a picture", async () => {
        // cases 112, 118
        first.order({ kind: "no_idle_state" });
        first.order({ kind: "empty_screenshot" });
        const driver = await driverOf(first);
        const tree = await asyncRefusalOf(driver.uiTree(unaborted));
        const picture = await asyncRefusalOf(driver.screenshot(unaborted));
        expect(tree).toMatchObject({ code: "ui_dump_failed", data: { output: "ERROR: could not get idle state." } });
        expect(picture.code).toBe("screenshot_blocked");
      });

      it("reads a tree of five megabytes", async () => {
        // case 114
        first.order({ kind: "huge_dump", bytes: 5_000_000 });
        const { roots } = await (await driverOf(first)).uiTree(unaborted);
        expect(count(roots)).toBeGreaterThan(5_000);
      });
    });

    describe("when something goes wrong", () => {
      it.each([
        ["an act that ran", TAPS, true, "may_have_run"],
        ["an act that did not", TAPS, false, "may_have_run"],
        ["a look", LOOKS, false, "did_not_run"],
      ] as const)("a cable pulled in the middle of %s is told as such", async (...[, service, ran, effect]) => {
        const driver = await driverOf(first);
        first.order({ kind: "sever", service, ran });
        const work = service === TAPS ? driver.tap({ x: 1, y: 2 }, unaborted) : driver.facts(unaborted);
        expect(await asyncRefusalOf(work)).toMatchObject({
          code: "device_lost",
          data: { deviceId: world.idOf(first), effect },
        });
      });

      it("a silent device is given up after a time, and its neighbour never waits", async () => {
        const [driver, neighbour] = [await driverOf(first), await driverOf(second)];
        first.order({ kind: "hang", service: TAPS });
        const hanging = asyncRefusalOf(driver.tap({ x: 1, y: 2 }, unaborted));
        await neighbour.tap({ x: 3, y: 4 }, unaborted);
        await vi.waitFor(() => expect(first.services().at(-1)).toMatch(TAPS));
        world.timer.advance(15_000);
        expect(await hanging).toMatchObject({ code: "timed_out", data: { effect: "may_have_run", timeoutMs: 15_000 } });
      });

      it("a device that is gone was not reached, and is no longer listed as ready", async () => {
        const driver = await driverOf(first);
        await first.detach();
        await vi.waitFor(async () =>
          expect((await world.devices()).get(world.idOf(first))?.state).not.toEqual({ is: "ready" }),
        );
        const refusal = await asyncRefusalOf(driver.tap({ x: 1, y: 2 }, unaborted));
        expect(refusal).toMatchObject({ code: "device_lost", data: { effect: "did_not_run" } });
        expect((await world.deviceOf(second)).state).toEqual({ is: "ready" });
      });
    });
  });
}

function clickable(nodes: readonly UiNode[]): UiNode {
  const found = flatten(nodes).find(
    (node) => node.isClickable && node.text !== undefined && node.role.endsWith("Button"),
  );
  if (found === undefined) throw new Error("there is no button on the screen");
  return found;
}

function centre({ bounds }: UiNode): { readonly x: number; readonly y: number } {
  return { x: (bounds.left + bounds.right) / 2, y: (bounds.top + bounds.bottom) / 2 };
}

function flatten(nodes: readonly UiNode[]): readonly UiNode[] {
  return nodes.flatMap((node) => [node, ...flatten(node.children)]);
}

function count(nodes: readonly UiNode[]): number {
  return flatten(nodes).length;
}
