import { describe, expect, it } from "vitest";
import type { ProcessRequest } from "../../../src/core/runProcess.js";
import { createXcrun } from "../../../src/devices/ios/xcrun.js";
import { projectTexts, filesUnder } from "../../support/projectFiles.js";
import { NEVER } from "./iosWorld.js";

describe("xcrun", () => {
  it.each(["booted", "all"])("is never run on %j, which would leave the choice to it (case 9)", async (vague) => {
    const runs: ProcessRequest[] = [];
    const xcrun = createXcrun(async (request) => {
      runs.push(request);
      return { outcome: "exited", exitCode: 0, stdout: "", stderr: "" };
    });

    await expect(
      xcrun({ tool: "simctl", args: ["io", vague, "screenshot", "x.png"], timeoutMs: 1 }, NEVER),
    ).rejects.toThrow("which names no device");
    expect(runs).toEqual([]);
  });

  it("is given the word nowhere in the source (case 9, case 10)", async () => {
    const sources = await projectTexts(await filesUnder("src/devices/ios"));

    const files = sources.filter(({ text }) => /["'`]booted["'`]/.test(text)).map(({ file }) => file);

    expect(files).toEqual(["src/devices/ios/xcrun.ts"]);
  });

  it("runs with nothing but the tool and its arguments", async () => {
    const runs: ProcessRequest[] = [];
    const xcrun = createXcrun(async (request) => {
      runs.push(request);
      return { outcome: "exited", exitCode: 0, stdout: "out", stderr: "" };
    });

    const end = await xcrun({ tool: "devicectl", args: ["list", "devices"], timeoutMs: 7 }, NEVER);

    expect(end).toEqual({ is: "done", stdout: "out", stderr: "" });
    expect(runs).toEqual([{ file: "xcrun", args: ["devicectl", "list", "devices"], timeoutMs: 7, signal: NEVER }]);
  });
});
