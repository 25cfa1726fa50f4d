import { describe, expect, it } from "vitest";
import { filesUnder, projectTexts } from "../support/projectFiles.js";
import { stdoutReaches } from "../support/stdoutReaches.js";

// Everybody else is handed a stream or an Output: a stray line on stdout breaks a client's connection.
const WRITERS = ["src/system/hostProcess.ts"];

describe("standard output", () => {
  it("is reached for by one file only, which hands it on", async () => {
    const texts = await projectTexts((await filesUnder("src")).filter((file) => file.endsWith(".ts")));

    const writers = texts.filter(({ file, text }) => stdoutReaches(file, text).length > 0).map(({ file }) => file);

    expect(writers).toEqual(WRITERS);
  });

  it("is found in a file's text with its line", () => {
    const text = [
      'process.stderr.write("a");',
      'process.stdout.write("b");',
      'console.log("c");',
      "const { stdin, stdout } = process;",
    ].join("\n");

    expect(stdoutReaches("src/x.ts", text)).toEqual(["src/x.ts:2", "src/x.ts:3", "src/x.ts:4"]);
  });
});
