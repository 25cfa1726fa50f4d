import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { DeviceDriver, UiNode } from "../../../src/devices/deviceDriver.js";
import { SIMULATOR_A, worldSimulator } from "../../support/fakeXcrun.js";
import { asyncRefusalOf } from "../../support/refusalOf.js";
import { stubWebDriverAgent, type StubWebDriverAgent } from "../../support/stubWebDriverAgent.js";
import { iosWorld, NEVER, type IosWorld } from "./iosWorld.js";

const HOME_PID = worldSimulator(SIMULATOR_A).homePid;

let wda: StubWebDriverAgent;
let world: IosWorld;
let driver: DeviceDriver;

beforeEach(async () => {
  wda = await stubWebDriverAgent({
    isSimulator: true,
    osVersion: "18.2",
    front: () => ({ bundleId: "com.example.notes", pid: HOME_PID }),
  });
  world = await iosWorld(
    { simulators: [worldSimulator(SIMULATOR_A)] },
    { wdaAddresses: [{ deviceId: SIMULATOR_A, url: new URL(wda.url) }] },
  );
  driver = await world.driver(SIMULATOR_A);
});

afterEach(async () => {
  await world.close();
  await wda.close();
});

describe("touching through a WDA", () => {
  it("taps where the pixel is, in points", async () => {
    await driver.tap({ x: 300, y: 601 }, NEVER);

    expect(wda.acts().at(-1)).toMatchObject({
      path: "/actions",
      body: {
        actions: [
          {
            type: "pointer",
            parameters: { pointerType: "touch" },
            actions: [
              { type: "pointerMove", duration: 0, x: 100, y: 601 / 3, origin: "viewport" },
              { type: "pointerDown" },
              { type: "pause", duration: 50 },
              { type: "pointerUp" },
            ],
          },
        ],
      },
    });
  });

  it("holds a long press", async () => {
    await driver.longPress({ x: 30, y: 60 }, NEVER);

    expect(wda.acts().at(-1)).toMatchObject({ body: { actions: [{ actions: [{}, {}, { duration: 1000 }, {}] }] } });
  });

  it("swipes from one point to the other in the time that was asked for", async () => {
    await driver.swipe({ from: { x: 30, y: 900 }, to: { x: 30, y: 300 }, durationMs: 400 }, NEVER);

    expect(wda.acts().at(-1)).toMatchObject({
      body: {
        actions: [{ actions: [{ x: 10, y: 300 }, {}, {}, { type: "pointerMove", duration: 400, x: 10, y: 100 }, {}] }],
      },
    });
  });

  it("asks for the scale of the screen only once", async () => {
    await driver.tap({ x: 1, y: 1 }, NEVER);
    await (await world.driver(SIMULATOR_A)).tap({ x: 2, y: 2 }, NEVER);

    expect(wda.requests.filter(({ path }) => path === "/wda/screen")).toHaveLength(1);
  });
});

describe("typing through a WDA", () => {
  it.each(["Groceries", "שלום!", "很好", "☝🏽 👩‍👩‍👧", "a'; echo b \\ $(x) %s", "'\"`"])("types %j whole", async (text) => {
    await driver.inputText(text, NEVER);

    expect(wda.typed()).toBe(text);
  });

  it.each([
    ["one\ntwo", ["U+000A"]],
    ["tab\there\u0007", ["U+0009", "U+0007"]],
    ["half \ud83d", ["U+D83D"]],
  ])("types nothing of %j", async (text, characters) => {
    expect(await asyncRefusalOf(driver.inputText(text, NEVER))).toMatchObject({
      code: "text_unsupported",
      data: { deviceId: SIMULATOR_A, characters },
    });
    expect(wda.acts()).toEqual([]);
  });

  it("says so when no field has the focus", async () => {
    wda.failNext("/wda/keys", { error: "invalid element state", message: "The keyboard is not there" });

    expect(await asyncRefusalOf(driver.inputText("x", NEVER))).toMatchObject({
      code: "command_failed",
      data: { output: "The keyboard is not there" },
    });
  });
});

describe("buttons through a WDA", () => {
  it.each([
    ["home", "/wda/pressButton", { name: "home" }],
    ["volume_up", "/wda/pressButton", { name: "volumeUp" }],
    ["volume_down", "/wda/pressButton", { name: "volumeDown" }],
    ["enter", "/wda/keys", { value: ["\n"] }],
    ["delete", "/wda/keys", { value: ["\b"] }],
    ["power", "/wda/lock", {}],
  ] as const)("%s", async (button, path, body) => {
    await driver.pressButton(button, NEVER);

    expect(wda.acts().at(-1)).toEqual({ method: "POST", path, body });
  });

  it("lights a dark screen with the button that darkened it", async () => {
    await driver.pressButton("power", NEVER);
    await driver.pressButton("power", NEVER);

    expect(wda.isLocked()).toBe(false);
  });

  it.each(["back", "recents"] as const)("%s is none that iOS has, and the refusal says what to do", async (button) => {
    expect(await asyncRefusalOf(driver.pressButton(button, NEVER))).toMatchObject({ code: "unsupported_on_device" });
    expect(wda.acts()).toEqual([]);
  });
});

describe("seeing through a WDA", () => {
  it("gives the tree in device pixels, with the app in front", async () => {
    const { roots, foregroundApp, isScreenOn } = await driver.uiTree(NEVER);

    expect(foregroundApp).toBe("com.example.notes");
    expect(isScreenOn).toBe(true);
    expect(roots.flatMap(({ children }) => children).map(describeNode)).toEqual([
      'StaticText "New note" [48,180][648,270]',
      'TextField#title "Groceries" [48,300][1131,432] clickable',
      'Switch "Pinned" [900,480][1053,573] clickable checked',
      'Button#save "Save" [302,2100][602,2232] clickable',
      'Button "Hidden" [0,0][0,0] clickable',
    ]);
  });

  it("explains a tree that is empty, and invents none (case 120)", async () => {
    wda.show({ type: "Application", rect: { x: 0, y: 0, width: 0, height: 0 }, children: [] });

    expect(await asyncRefusalOf(driver.uiTree(NEVER))).toMatchObject({
      code: "ui_dump_failed",
      data: { output: "the app in front gives an empty tree without a size" },
    });
    expect(wda.acts().map(({ path }) => path)).toEqual(["/session"]);
  });

  it("quotes a WDA that gives no tree", async () => {
    wda.failNext("/source", { error: "unknown error", message: "Cannot get 'json' source" });

    expect(await asyncRefusalOf(driver.uiTree(NEVER))).toMatchObject({
      code: "ui_dump_failed",
      data: { output: "Cannot get 'json' source" },
    });
  });

  it("takes the picture that the coordinates fit", async () => {
    expect(await driver.screenshot(NEVER)).toMatchObject({ widthPx: 6, heightPx: 13, isScreenOn: true });
    expect(world.xcrun.calls().flat()).not.toContain("screenshot");
  });

  it("tells the size of the screen as it is turned", async () => {
    expect(await driver.facts(NEVER)).toMatchObject({ screen: { widthPx: 1179, heightPx: 2556 }, isScreenOn: true });
  });
});

describe("a WDA that fails in the middle", () => {
  it("leaves open whether a tap was made, and does not make it again (case 91)", async () => {
    wda.failNext("/actions", "breaks_off");

    expect(await asyncRefusalOf(driver.tap({ x: 1, y: 1 }, NEVER))).toMatchObject({
      code: "device_lost",
      data: { effect: "may_have_run" },
    });
    expect(wda.requests.filter(({ path }) => path === "/actions")).toHaveLength(1);
  });

  it("has changed nothing when only a look broke off", async () => {
    wda.failNext("/source", "breaks_off");

    expect(await asyncRefusalOf(driver.uiTree(NEVER))).toMatchObject({
      code: "device_lost",
      data: { effect: "did_not_run" },
    });
  });

  it("holds nobody longer than that one wishes", async () => {
    const caller = new AbortController();
    wda.failNext("/actions", "hangs");
    const tapping = driver.tap({ x: 1, y: 1 }, caller.signal);

    await expect.poll(() => wda.acts().length, { timeout: 10_000 }).toBe(2);
    caller.abort(new Error("the caller left"));

    await expect(tapping).rejects.toThrow("the caller left");
  });
});

function describeNode({ role, text, resourceId, bounds, isClickable, isChecked }: UiNode): string {
  const { left, top, right, bottom } = bounds;
  const id = resourceId === undefined ? "" : `#${resourceId}`;
  const flags = `${isClickable ? " clickable" : ""}${isChecked === true ? " checked" : ""}`;
  return `${role}${id} "${text ?? ""}" [${left},${top}][${right},${bottom}]${flags}`;
}
