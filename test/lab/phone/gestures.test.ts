import { describe, expect, it } from "vitest";
import { pressKey, strokeOn, tapAt } from "../../../src/lab/phone/gestures.js";
import type { Phone } from "../../../src/lab/phone/phone.js";
import { frontPage } from "../../../src/lab/screen/uiState.js";
import type { ViewNode } from "../../../src/lab/screen/view.js";
import { looseLabPhone } from "../../support/labShell.js";

/** Every text on the screen, from the top. */
function textsOn(phone: Phone): readonly string[] {
  const texts = (node: ViewNode): readonly string[] => [
    ...(node.text === "" ? [] : [node.text]),
    ...node.children.flatMap(texts),
  ];
  return texts(phone.view().root);
}

/** Taps the middle of the first node with this id. */
function tapOn(phone: Phone, id: string): void {
  const find = (node: ViewNode): ViewNode | undefined =>
    node.id === id ? node : node.children.map(find).find((each) => each !== undefined);
  const box = find(phone.view().root)?.box ?? { left: -2, right: 0, top: -2, bottom: 0 };
  tapAt(phone, (box.left + box.right) / 2, (box.top + box.bottom) / 2);
}

describe("a finger", () => {
  it("presses what is under it, and the screen shows it", () => {
    const phone = looseLabPhone();
    tapOn(phone, "hello_button");
    tapOn(phone, "hello_button");
    expect(textsOn(phone)).toContain("Hello number 2");
    expect(phone.received()).toEqual([
      { kind: "tap", x: 190, y: 564, hit: "Say hello" },
      { kind: "tap", x: 190, y: 564, hit: "Say hello" },
    ]);
  });

  it.each([
    ["bare ground", 5, 1000],
    ["outside of the screen", 720, 1600],
  ])("on %s hits nothing", (_, x, y) => {
    const phone = looseLabPhone();
    const before = phone.ui();
    tapAt(phone, x, y);
    expect(phone.received()).toEqual([{ kind: "tap", x, y, hit: undefined }]);
    expect(phone.ui()).toBe(before);
  });

  it("hits what lies still, by its text", () => {
    const phone = looseLabPhone();
    tapOn(phone, "phone_name");
    expect(phone.received()).toEqual([{ kind: "tap", x: 360, y: 108, hit: "Pixel 9" }]);
  });

  it("turns a switch by its row", () => {
    const phone = looseLabPhone();
    tapAt(phone, 140, 400);
    tapOn(phone, "network");
    tapOn(phone, "airplane_mode");
    expect(phone.ui().switches.airplane_mode).toBe(true);
  });

  it("walks through pages and back up", () => {
    const phone = looseLabPhone();
    tapAt(phone, 570, 400);
    expect(textsOn(phone)).toContain("Ada Moss");
    tapOn(phone, "contact_2");
    expect(textsOn(phone)).toEqual(["Bela Quint", "+1 555 0111", "Call", "Add star", "Ready"]);
    tapAt(phone, 50, 110);
    tapAt(phone, 360, 320);
    expect(frontPage(phone.ui())).toEqual({ app: "contacts", contact: "Bela Quint" });
  });

  it("scrolls the list under it, no further than its ends", () => {
    const phone = looseLabPhone();
    strokeOn(phone, { from: [360, 1400], to: [360, 1200], durationMs: 300 });
    expect(phone.ui().scrollPx.get("reminders")).toBe(200);
    strokeOn(phone, { from: [360, 1400], to: [360, 100], durationMs: 300 });
    expect(textsOn(phone)).toContain("Write to Aunt Olive");
    expect(textsOn(phone)).not.toContain("Water the plants");
    strokeOn(phone, { from: [360, 800], to: [360, 1600], durationMs: 300 });
    strokeOn(phone, { from: [360, 800], to: [360, 1600], durationMs: 300 });
    expect(phone.ui().scrollPx.get("reminders")).toBe(0);
  });

  it("that stays is a tap, or a long press when it stays long", () => {
    const phone = looseLabPhone();
    tapAt(phone, 570, 400);
    strokeOn(phone, { from: [360, 220], to: [360, 220], durationMs: 1000 });
    expect(textsOn(phone)).toContain("★ Ada Moss");
    strokeOn(phone, { from: [360, 220], to: [362, 221], durationMs: 100 });
    expect(textsOn(phone)).toContain("+1 555 0110");
  });
});

describe("keys", () => {
  it("write a note and save it", () => {
    const phone = looseLabPhone();
    tapAt(phone, 360, 400);
    tapOn(phone, "note_field");
    phone.act({ kind: "type", text: "Feed the cat" });
    pressKey(phone, "KEYCODE_ENTER");
    expect(textsOn(phone)).toEqual(["Notes", "Save note", "Feed the cat", "Buy milk", "Call the garage"]);
  });

  it("lead back: first the keyboard goes, then the page", () => {
    const phone = looseLabPhone();
    tapAt(phone, 360, 400);
    tapOn(phone, "note_field");
    pressKey(phone, "KEYCODE_BACK");
    expect([phone.ui().focus, frontPage(phone.ui()).app]).toEqual([undefined, "notes"]);
    pressKey(phone, "KEYCODE_BACK");
    pressKey(phone, "KEYCODE_BACK");
    expect(frontPage(phone.ui()).app).toBe("home");
  });

  it("show what was open, to return to", () => {
    const phone = looseLabPhone();
    tapAt(phone, 360, 400);
    pressKey(phone, "KEYCODE_HOME");
    pressKey(phone, "KEYCODE_APP_SWITCH");
    expect(textsOn(phone)).toEqual(["Recent apps", "Notes"]);
    tapOn(phone, "recent_notes");
    expect(phone.ui().pages.map(({ app }) => app)).toEqual(["home", "notes"]);
  });

  it("do nothing on a sleeping phone but wake it, and no finger does", () => {
    const phone = looseLabPhone();
    pressKey(phone, "KEYCODE_POWER");
    tapAt(phone, 190, 564);
    pressKey(phone, "KEYCODE_VOLUME_UP");
    expect(phone.ui().status).toBe("Ready");
    expect(textsOn(phone)).toEqual(["9:41"]);
    pressKey(phone, "KEYCODE_WAKEUP");
    expect(textsOn(phone)).toContain("Say hello");
  });
});
