import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import { inSections, splitSections, splitTextSections } from "../../../src/devices/android/sections.js";
import { shell, shellText } from "../../../src/devices/android/shellCommand.js";

it("gives each command's output back, whether it failed, printed nothing, or left its last line open", () => {
  const command = inSections(
    shell`printf ${"no newline"}`,
    shell`false`,
    shell`printf ${"two\nlines\n\n"}`,
    shell`echo last`,
  );
  const output = execFileSync("/bin/sh", ["-c", shellText(command)]);
  expect(splitTextSections(output, 4)).toEqual(["no newline", "", "two\nlines", "last"]);
});

it("ends with the status of the last command", () => {
  const command = inSections(shell`true`, shell`exit 3`);
  expect(() => execFileSync("/bin/sh", ["-c", shellText(command)])).toThrow(expect.objectContaining({ status: 3 }));
});

it("leaves the bytes of the last piece alone", () => {
  const output = Buffer.concat([Buffer.from("on\n--automobile-section--\n"), Buffer.from([0x89, 0, 0xff, 0x0d, 0x0a])]);
  expect(splitSections(output, 2)).toEqual([Buffer.from("on"), Buffer.from([0x89, 0, 0xff, 0x0d, 0x0a])]);
});

it("gives empty pieces for output that never came", () => {
  expect(splitTextSections(Buffer.from("only this"), 3)).toEqual(["only this", "", ""]);
});
