import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { inputText, LONGEST_TEXT, toInputWords } from "../../../src/devices/android/inputText.js";
import { fakeDeviceShell } from "../../support/fakeDeviceShell.js";
import { asyncRefusalOf } from "../../support/refusalOf.js";
import { unaborted } from "../../support/unaborted.js";

describe("inputText", () => {
  it.each([
    ["hello world", "input text 'hello%sworld'"],
    ['it\'s $HOME; `id` "*" \\', String.raw`input text 'it'\''s%s$HOME;%s` + "`id`" + String.raw`%s"*"%s\'`],
    ["100%", "input text '100%'"],
    ["100% sure", "input text '100%%ssure'"],
    ["%s", "input text '%' && input text 's'"],
    ["-d 1", "input text '-d%s1'"],
  ])("types %j in one round trip", async (text, command) => {
    const shell = fakeDeviceShell({});
    await inputText(shell, text, unaborted);
    expect(shell.commands).toEqual([command]);
  });

  it.each<[string, readonly string[]]>([
    ["שלום!", ["ש", "ל", "ו", "ם"]],
    ["很", ["很"]],
    ["ok ☝🏽", ["☝", "🏽"]],
    ["two\nlines", ["U+000A"]],
    ["nul\0", ["U+0000"]],
    ["half \ud83d", ["U+D83D"]],
    ["right\u202eleft", ["U+202E"]],
    ["àáâãäåæçèéêë", ["à", "á", "â", "ã", "ä", "å", "æ", "ç", "è", "é"]],
  ])("types nothing at all of %j", async (text, characters) => {
    // cases 126, 127
    const shell = fakeDeviceShell();
    const refusal = await asyncRefusalOf(inputText(shell, text, unaborted));
    expect(refusal).toMatchObject({ code: "text_unsupported", data: { deviceId: "TESTPHONE01", characters } });
    expect(shell.commands).toEqual([]);
  });

  it("sends nothing for an empty text", async () => {
    const shell = fakeDeviceShell();
    await inputText(shell, "", unaborted);
    expect(shell.commands).toEqual([]);
  });

  it("refuses a text that would take minutes, before the first key", async () => {
    const shell = fakeDeviceShell();
    const refusal = await asyncRefusalOf(inputText(shell, "a".repeat(LONGEST_TEXT + 1), unaborted));
    expect(refusal.code).toBe("invalid_arguments");
    expect(shell.commands).toEqual([]);
  });

  it("reports an exception that Android prints with status 0", async () => {
    const shell = fakeDeviceShell({
      stderr:
        "java.lang.SecurityException: Injecting to another application requires INJECT_EVENTS permission\n\tat android.os.Parcel",
    });
    const refusal = await asyncRefusalOf(inputText(shell, "hi", unaborted));
    expect(refusal.code).toBe("command_failed");
    expect(refusal.hint).toContain("USB debugging (Security settings)");
  });
});

describe("toInputWords", () => {
  it("types exactly the text, as Android reads the words", () => {
    const percents = fc.stringMatching(/^[%s a]{0,20}$/);
    fc.assert(
      fc.property(fc.oneof(percents, fc.string({ unit: "binary-ascii" })), (text) => {
        expect(toInputWords(text).map(asAndroidReads).join("")).toBe(text);
      }),
      { numRuns: 500 },
    );
  });
});

/** `input text` turns each `%s` into a blank, from left to right, and knows no other escape. */
function asAndroidReads(word: string): string {
  return word.replaceAll("%s", " ");
}
