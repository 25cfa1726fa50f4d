import { describe, expect, it } from "vitest";
import { looseLabPhone, runOnPhone } from "../../support/labShell.js";
import { manualTimer } from "../../support/manualTimer.js";

const SEARCH_FIELD = "input tap 360 260";

describe("input text", () => {
  it.each([
    ["input text abc", "abc"],
    ["input text 'two words'", "two words"],
    ["input text two%swords", "two words"],
    ["input text 100%", "100%"],
    ["input text two words", "two"],
    ["input keyboard -d 0 text x", "x"],
    [`input text "\\$HOME's"`, "$HOME's"],
  ])("%s types %j", async (script, typed) => {
    const phone = looseLabPhone();
    await runOnPhone(phone, `${SEARCH_FIELD}; ${script}`);
    expect(phone.received().at(-1)).toEqual({ kind: "text", text: typed });
    expect(phone.ui().fields.search).toBe(typed);
  });

  it.each(["שלום", "很", "☝", "aaaâ"])("throws at %s, as Android does, and types nothing of it", async (text) => {
    const phone = looseLabPhone();
    const { stdout, stderr, exitCode } = await runOnPhone(phone, `${SEARCH_FIELD}; input text '${text}'`);
    expect(stdout).toBe("");
    expect(stderr).toContain(
      "Exception occurred while executing 'text':\njava.lang.NullPointerException: Attempt to get length of null array\n",
    );
    expect(exitCode).toBe(255);
    expect(phone.ui().fields.search).toBe("");
  });

  it("goes nowhere when no field has the keyboard", async () => {
    const phone = looseLabPhone();
    const before = phone.ui();
    await runOnPhone(phone, "input text abc");
    expect(phone.ui()).toEqual(before);
  });
});

describe("input keyevent", () => {
  it.each([
    ["3", "KEYCODE_HOME"],
    ["HOME", "KEYCODE_HOME"],
    ["KEYCODE_home", "KEYCODE_HOME"],
    ["--longpress 26", "KEYCODE_POWER"],
    ["29", "KEYCODE_A"],
    ["7", "KEYCODE_0"],
    ["9999", "KEYCODE_9999"],
    ["NONSENSE", "KEYCODE_UNKNOWN"],
  ])("takes %s for %s", async (given, keycode) => {
    const phone = looseLabPhone();
    await runOnPhone(phone, `input keyevent ${given}`);
    expect(phone.received()).toEqual([{ kind: "key", keycode }]);
  });

  it("presses several keys in turn", async () => {
    const phone = looseLabPhone();
    await runOnPhone(phone, `${SEARCH_FIELD}; input keyevent A 8 SPACE B DEL C`);
    expect(phone.ui().fields.search).toBe("a1 c");
  });
});

describe("input swipe", () => {
  it("lasts as long as the stroke", async () => {
    const timer = manualTimer();
    const phone = looseLabPhone({}, timer);
    const end = runOnPhone(phone, "input swipe 360 1400 360 900 250");
    await Promise.resolve();
    expect(phone.received()).toEqual([]);
    timer.advance(250);
    expect(await end).toEqual({ stdout: "", stderr: "", exitCode: 0 });
    expect(phone.received()).toEqual([{ kind: "swipe", from: [360, 1400], to: [360, 900], durationMs: 250 }]);
    expect(timer.live()).toEqual([]);
  });
});

describe("input that is no input", () => {
  it.each([
    ["input tap 1", "Error: Invalid arguments for command: tap\n"],
    ["input tap 1 2 3", "Error: Invalid arguments for command: tap\n"],
    ["input tap a b", "Error: Invalid arguments for command: tap\n"],
    ["input swipe 1 2 3", "Error: Invalid arguments for command: swipe\n"],
    ["input text", "Error: Invalid arguments for command: text\n"],
    ["input keyevent", "Error: Invalid arguments for command: keyevent\n"],
    ["input dance", "Error: Unknown command: dance\n"],
  ])("%s", async (script, stderr) => {
    const phone = looseLabPhone();
    expect(await runOnPhone(phone, script)).toMatchObject({ stderr, exitCode: 255 });
    expect(phone.received()).toEqual([]);
  });
});
