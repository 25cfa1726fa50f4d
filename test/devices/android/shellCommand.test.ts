import { execFileSync } from "node:child_process";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { quoteShellArgument, shell, shellText } from "../../../src/devices/android/shellCommand.js";

describe("quoteShellArgument", () => {
  it.each([
    ["com.example", "'com.example'"],
    ["", "''"],
    ["a'; echo INJECTED; echo 'b", String.raw`'a'\''; echo INJECTED; echo '\''b'`],
    ['$(reboot) `reboot` $HOME \\ "', "'$(reboot) `reboot` $HOME \\ \"'"],
    ["two\nlines", "'two\nlines'"],
  ])("quotes %j", (text, expected) => {
    // cases 122, 123, 124
    expect(quoteShellArgument(text)).toBe(expected);
  });

  it("refuses a NUL character", () => {
    expect(() => quoteShellArgument("a\0b")).toThrow(TypeError);
  });

  it("brings any text through a real shell unchanged", () => {
    const text = fc.string({ unit: "grapheme", maxLength: 40 }).filter((each) => !each.includes("\0"));
    const nasty = fc.stringMatching(/^['"\\$`!*?;&|<>(){}\n\t ~#%-]{0,12}$/);
    fc.assert(
      fc.property(fc.array(fc.oneof(text, nasty), { minLength: 1, maxLength: 40 }), (texts) => {
        const script = texts.map((each) => `printf '%s\\0' ${quoteShellArgument(each)}`).join("\n");
        const printed = execFileSync("/bin/sh", ["-c", script], { encoding: "utf8" });
        expect(printed.split("\0").slice(0, -1)).toEqual(texts);
      }),
      { numRuns: 25 },
    );
  });
});

describe("shell", () => {
  it("quotes strings, writes numbers, and puts commands in as they are", () => {
    const stop = shell`am force-stop ${"com.example;id"}`;
    expect(shellText(shell`input tap ${10} ${-2.5}; ${stop}`)).toBe(
      "input tap 10 -2.5; am force-stop 'com.example;id'",
    );
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY])("refuses the number %s", (value) => {
    expect(() => shell`input tap ${value} 1`).toThrow(TypeError);
  });
});
