import { PNG } from "pngjs";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { fakeFacts, fakeNode, fakeScreenshot, fakeTree } from "../support/fakeDriver.js";
import { asyncRefusalOf } from "../support/refusalOf.js";
import { runTool, structuredOf } from "./runTool.js";
import { settingsScreen } from "./settingsScreen.js";

const A = { deviceId: "A", platform: "android", name: "Phone A", kind: "hardware" };
const BYTES_PER_TOKEN = 4;
const PAGE = z.looseObject({
  elements: z.array(z.looseObject({ text: z.string() })),
  nextCursor: z.string().optional(),
});

describe("deviceInfo", () => {
  it("tells what the device told", async () => {
    const facts = fakeFacts({
      manufacturer: "Acme",
      model: "One\nTwo",
      osVersion: "15",
      apiLevel: 35,
      screen: { widthPx: 720, heightPx: 1600, densityDpi: 320 },
      isScreenOn: false,
      batteryPercent: 80,
    });
    expect(await structuredOf("deviceInfo", {}, { facts })).toEqual({
      device: A,
      kind: "hardware",
      manufacturer: "Acme",
      model: "One Two",
      osVersion: "15",
      apiLevel: 35,
      screen: { width: 720, height: 1600, densityDpi: 320 },
      screenOn: false,
      batteryPercent: 80,
    });
  });

  it("leaves out what it did not tell", async () => {
    expect(await structuredOf("deviceInfo", {})).toEqual({
      device: A,
      kind: "hardware",
      screen: { width: 1000, height: 2000 },
    });
  });
});

describe("observe", () => {
  it("shows an element with what it is, says and can do, and no more", async () => {
    const tree = fakeTree([
      fakeNode({
        role: "android.widget.Switch",
        text: "Wi-Fi",
        label: "Wi-Fi",
        resourceId: "app:id/wifi",
        isClickable: true,
        isChecked: false,
        isFocused: true,
      }),
      fakeNode({
        role: "android.widget.EditText",
        text: "secret",
        isPassword: true,
        isEnabled: false,
        isClickable: true,
      }),
      fakeNode({ role: "Dialog", label: "Allow?", appId: "com.android.permissioncontroller", isScrollable: true }),
    ]);
    expect(await structuredOf("observe", {}, { tree })).toEqual({
      device: A,
      app: "com.example.app",
      focus: "ew7xam1o",
      elements: [
        {
          id: "ew7xam1o",
          role: "Switch",
          text: "Wi-Fi",
          resourceId: "app:id/wifi",
          x: 50,
          y: 50,
          clickable: true,
          checked: false,
        },
        { id: "efqingxw", role: "EditText", x: 50, y: 50, clickable: true, disabled: true, password: true },
        {
          id: "e7ldr2fi",
          role: "Dialog",
          label: "Allow?",
          x: 50,
          y: 50,
          app: "com.android.permissioncontroller",
          scrollable: true,
        },
      ],
      total: 3,
    });
  });

  it("shows an ordinary screen of 60 nodes in fewer than 2500 tokens", async () => {
    const structured = await structuredOf("observe", {}, { tree: fakeTree([settingsScreen()]) });
    expect(structured).toMatchObject({ total: 44 });
    expect(JSON.stringify(structured).length / BYTES_PER_TOKEN).toBeLessThan(2_500);
  });

  // case 87
  it("says that the display is off", async () => {
    const tree = fakeTree([], { isScreenOn: false });
    expect(await structuredOf("observe", {}, { tree })).toMatchObject({
      elements: [],
      note: "The display is off. pressButton with button power switches it on.",
    });
  });

  // case 120
  it("says what to do about an app that tells nothing of its screen", async () => {
    expect(await structuredOf("observe", {})).toMatchObject({
      elements: [],
      note: "The app tells nothing about its screen, as games and some other apps do. Use captureScreenshot and tapAt.",
    });
  });

  it("adds a picture on request only", async () => {
    const { outcome, received } = await runTool("observe", { screenshot: true });
    expect(received).toEqual(["uiTree", "screenshot"]);
    expect(outcome.images).toEqual([{ mimeType: "image/png", base64: "AQID" }]);
    expect(outcome.structured).toMatchObject({ screenshot: { width: 1000, height: 2000, scale: 1 } });
    expect((await runTool("observe", {})).outcome.images).toBeUndefined();
  });
});

// case 114
describe("observe on a screen of 3000 elements", () => {
  const tree = fakeTree(Array.from({ length: 3_000 }, (_, index) => fakeNode({ text: `Row ${index}` })));
  const page = async (args: object) => {
    const { elements, nextCursor } = PAGE.parse(await structuredOf("observe", args, { tree }));
    return { count: elements.length, first: elements[0]?.text, last: elements.at(-1)?.text, nextCursor };
  };

  it("shows a first page that is not too long", async () => {
    expect(await page({})).toMatchObject({ count: 150, first: "Row 0", last: "Row 149" });
  });

  it("goes on behind the cursor, up to a page that has none", async () => {
    const first = await page({ limit: 1000 });
    const second = await page({ limit: 1000, cursor: first.nextCursor });
    const third = await page({ limit: 1000, cursor: second.nextCursor });
    expect(second).toMatchObject({ count: 1000, first: "Row 1000" });
    expect(third).toEqual({ count: 1000, first: "Row 2000", last: "Row 2999", nextCursor: undefined });
  });

  it("does not go on when the screen has changed", async () => {
    expect(await asyncRefusalOf(page({ cursor: "e0000000" }))).toMatchObject({
      code: "invalid_arguments",
      data: {
        problems: [
          { argument: "cursor", problem: "the screen has changed since that page; start again without cursor" },
        ],
      },
    });
  });
});

describe("captureScreenshot", () => {
  const picture = (width: number, height: number) => {
    const png: Uint8Array = PNG.sync.write(new PNG({ width, height }));
    return fakeScreenshot({ png, widthPx: width, heightPx: height });
  };

  // case 119
  it.each([{ maxWidth: undefined }, { maxWidth: 1000 }, { maxWidth: 5000 }])(
    "passes the picture on byte for byte with maxWidth $maxWidth",
    async ({ maxWidth }) => {
      const { outcome } = await runTool("captureScreenshot", maxWidth === undefined ? {} : { maxWidth });
      expect(outcome.images).toEqual([{ mimeType: "image/png", base64: "AQID" }]);
      expect(outcome.structured).toEqual({
        device: A,
        width: 1000,
        height: 2000,
        scale: 1,
        originalWidth: 1000,
        originalHeight: 2000,
      });
    },
  );

  it("makes it smaller, and says what a coordinate in it must be multiplied by", async () => {
    const { outcome } = await runTool("captureScreenshot", { maxWidth: 10 }, { screenshot: picture(40, 80) });
    const png = PNG.sync.read(Buffer.from(outcome.images?.[0]?.base64 ?? "", "base64"));
    expect([png.width, png.height]).toEqual([10, 20]);
    expect(outcome.structured).toMatchObject({
      width: 10,
      height: 20,
      scale: 4,
      originalWidth: 40,
      originalHeight: 80,
    });
  });

  // case 116
  it("tells what the device wrote before the picture, and that the display is off", async () => {
    const screenshot = fakeScreenshot({ strippedText: "[Warning] Multiple\ndisplays", isScreenOn: false });
    expect(await structuredOf("captureScreenshot", {}, { screenshot })).toMatchObject({
      strippedText: "[Warning] Multiple displays",
      note: "The display is off. pressButton with button power switches it on.",
    });
  });

  it("refuses to make smaller what it cannot read", async () => {
    expect(await asyncRefusalOf(runTool("captureScreenshot", { maxWidth: 10 }))).toMatchObject({
      code: "command_failed",
      data: { deviceId: "A" },
    });
  });

  it("knows no other format than PNG", async () => {
    expect(await asyncRefusalOf(runTool("captureScreenshot", { format: "jpeg" }))).toMatchObject({
      code: "invalid_arguments",
      data: { problems: [{ argument: "format" }] },
    });
  });
});

it.each([
  { args: {}, received: ["listApps installed_by_user"] },
  { args: { includeSystem: true }, received: ["listApps all"] },
])("listApps with $args lists app ids", async ({ args, received }) => {
  const apps = [
    { appId: "com.android.settings", isSystem: true },
    { appId: "com.example.app", isSystem: false },
  ];
  const run = await runTool("listApps", args, { apps });
  expect(run.received).toEqual(received);
  expect(run.outcome.structured).toEqual({
    device: A,
    apps: [{ appId: "com.android.settings", system: true }, { appId: "com.example.app" }],
  });
});
