import { describe, expect, it } from "vitest";
import { asyncRefusalOf } from "../support/refusalOf.js";
import { fakeNode, fakeTree } from "../support/fakeDriver.js";
import { runTool, structuredOf } from "./runTool.js";

const A = { deviceId: "A", platform: "android", name: "Phone A", kind: "hardware" };
const LOGIN = {
  tree: fakeTree([
    fakeNode({ text: "Log in", role: "android.widget.Button", bounds: { left: 0, top: 200, right: 100, bottom: 300 } }),
    fakeNode({ text: "Log in with a key", bounds: { left: 0, top: 400, right: 100, bottom: 500 } }),
    fakeNode({ text: "Help", resourceId: "app:id/link", bounds: { left: 0, top: 600, right: 40, bottom: 700 } }),
    fakeNode({
      text: "Terms",
      resourceId: "app:id/link",
      isEnabled: false,
      bounds: { left: 50, top: 600, right: 90, bottom: 700 },
    }),
  ]),
};

describe("tapOn", () => {
  it("taps the centre of the element with the text, and says what it tapped where", async () => {
    const { outcome, received } = await runTool("tapOn", { text: "Log in" }, LOGIN);
    expect(received).toEqual(["uiTree", "tap 50,250"]);
    expect(outcome.structured).toEqual({
      device: A,
      element: { id: "eg8arojr", role: "Button", text: "Log in" },
      x: 50,
      y: 250,
    });
  });

  it("takes the id that observe gave", async () => {
    expect((await runTool("tapOn", { id: "eg8arojr" }, LOGIN)).received).toEqual(["uiTree", "tap 50,250"]);
  });

  it("takes the only element that contains the text, and presses long when told", async () => {
    const { received } = await runTool("tapOn", { text: "WITH A KEY", longPress: true }, LOGIN);
    expect(received).toEqual(["uiTree", "longPress 50,450"]);
  });

  it("takes one of several by its index", async () => {
    const { outcome, received } = await runTool("tapOn", { id: "app:id/link", index: 1 }, LOGIN);
    expect(received).toEqual(["uiTree", "tap 70,650"]);
    expect(outcome.structured).toMatchObject({ element: { text: "Terms" }, disabled: true });
  });

  it.each([{ index: undefined }, { index: 2 }])(
    "lists several for index, and with index $index taps none",
    async ({ index }) => {
      const args = { id: "app:id/link", ...(index === undefined ? {} : { index }) };
      expect(await asyncRefusalOf(runTool("tapOn", args, LOGIN))).toEqual({
        code: "element_not_found",
        message: '2 elements on the screen of "A" fit, so it is not clear which one is meant. Nothing was tapped.',
        hint: "Repeat tapOn with index, from 0 to 1 in the order of visible, or with the id that observe gives the element.",
        data: { deviceId: "A", visible: ["0: Help (TextView) at 20,650", "1: Terms (TextView) at 70,650"] },
      });
    },
  );

  it("lists what is there when nothing fits", async () => {
    expect(await asyncRefusalOf(runTool("tapOn", { text: "Sign up" }, LOGIN))).toMatchObject({
      code: "element_not_found",
      data: { deviceId: "A", visible: ["Log in", "Log in with a key", "Help", "Terms"] },
    });
  });

  it.each([{}, { text: "OK", id: "eg8arojr" }, { index: 0 }])(
    "takes exactly one of text and id, not %j",
    async (args) => {
      expect(await asyncRefusalOf(runTool("tapOn", args))).toMatchObject({
        code: "invalid_arguments",
        data: { problems: [{ argument: "text", problem: "give exactly one of text and id" }] },
      });
    },
  );
});

describe("tapAt", () => {
  it("taps the point without looking at the screen", async () => {
    const { outcome, received } = await runTool("tapAt", { x: 10, y: 20 });
    expect(received).toEqual(["tap 10,20"]);
    expect(outcome.structured).toEqual({ device: A, x: 10, y: 20 });
  });

  it("rounds what was scaled back from a smaller picture", async () => {
    expect((await runTool("tapAt", { x: 10.5, y: 20.49 })).received).toEqual(["tap 11,20"]);
  });

  it.each([{ x: -1, y: 0 }, { x: 0, y: 100_001 }, { x: "10", y: 0 }, { x: 0 }])("refuses %j", async (args) => {
    expect((await asyncRefusalOf(runTool("tapAt", args))).code).toBe("invalid_arguments");
  });
});

describe("swipe", () => {
  it.each([
    { direction: "up", line: "500,1400 500,600" },
    { direction: "down", line: "500,600 500,1400" },
    { direction: "left", line: "800,1000 200,1000" },
    { direction: "right", line: "200,1000 800,1000" },
  ])("moves the finger $direction across the middle", async ({ direction, line }) => {
    expect((await runTool("swipe", { direction })).received).toEqual(["facts", `swipe ${line} 300 ms`]);
  });

  it("moves the finger from one point to another in the given time", async () => {
    const args = { from: { x: 1, y: 2 }, to: { x: 3, y: 4 }, durationMs: 50 };
    const { outcome, received } = await runTool("swipe", args);
    expect(received).toEqual(["swipe 1,2 3,4 50 ms"]);
    expect(outcome.structured).toEqual({ device: A, ...args });
  });

  const POINT = { x: 1, y: 2 };
  it.each([
    {},
    { from: POINT },
    { to: POINT },
    { direction: "up", from: POINT, to: POINT },
    { direction: "up", to: POINT },
  ])("takes exactly one form, not %j", async (args) => {
    expect(await asyncRefusalOf(runTool("swipe", args))).toMatchObject({
      code: "invalid_arguments",
      data: { problems: [{ argument: "direction", problem: "give either direction, or both from and to" }] },
    });
  });
});

describe("inputText", () => {
  it("types, and counts characters as a person does", async () => {
    const { outcome, received } = await runTool("inputText", { text: "a👍" });
    expect(received).toEqual(["inputText a👍"]);
    expect(outcome.structured).toEqual({ device: A, typedCharacters: 2, submitted: false });
  });

  it("presses Enter after the text when told to submit", async () => {
    expect((await runTool("inputText", { text: "hi", submit: true })).received).toEqual([
      "inputText hi",
      "pressButton enter",
    ]);
  });
});

it("pressButton presses the button, and knows no other", async () => {
  expect((await runTool("pressButton", { button: "back" })).received).toEqual(["pressButton back"]);
  expect((await asyncRefusalOf(runTool("pressButton", { button: "fire" }))).code).toBe("invalid_arguments");
});

it.each(["launchApp", "terminateApp"])("%s passes the app's id on, and says it again", async (name) => {
  const { received } = await runTool(name, { appId: "com.example.app" });
  expect(received).toEqual([`${name} com.example.app`]);
  expect(await structuredOf(name, { appId: "com.example.app" })).toEqual({ device: A, appId: "com.example.app" });
});

// case 122
it.each(["com.example;id", "$(reboot).x", "-n com.example", "com example.app", "app", "com.example\nid"])(
  "launchApp takes %j for no app id",
  async (appId) => {
    expect(await asyncRefusalOf(runTool("launchApp", { appId }))).toMatchObject({
      code: "invalid_arguments",
      data: { problems: [{ argument: "appId", problem: "is no app id, such as com.example.app" }] },
    });
  },
);
