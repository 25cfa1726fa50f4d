import { describe, expect, it } from "vitest";
import { filesUnder, projectTexts } from "../support/projectFiles.js";
import { stdoutWrites } from "../support/stdoutWrites.js";

// One writer for results, one for the protocol: a stray line on stdout breaks a client's connection.
const WRITERS = ["src/cli/output.ts", "src/system/hostProcess.ts"];

describe("standard output", () => {
  it("is reached by its writers only", async () => {
    const texts = await projectTexts((await filesUnder("src")).filter((file) => file.endsWith(".ts")));

    const writes = texts.filter(({ file, text }) => stdoutWrites(file, text).length > 0).map(({ file }) => file);

    expect(writes).toEqual(WRITERS);
  });

  it("is found in a file's text with its line", () => {
    const text = 'process.stderr.write("a");\nprocess.stdout.write("b");\nconsole.log("c");';

    expect(stdoutWrites("src/x.ts", text)).toEqual(["src/x.ts:2", "src/x.ts:3"]);
  });
});
