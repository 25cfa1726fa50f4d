import { describe, expect, it } from "vitest";
import { importsOf, importsOfText } from "../support/importSites.js";
import { filesUnder } from "../support/projectFiles.js";
import { arrowProblem } from "./arrows.js";
import { LAYERS } from "./layers.js";

describe("the arrows between rooms", () => {
  it("hold for every static and dynamic import in the source", async () => {
    const files = await filesUnder("src");
    const sites = (await Promise.all(files.filter((file) => file.endsWith(".ts")).map(importsOf))).flat();

    const broken = sites
      .map((site) => ({ site, problem: arrowProblem(site) }))
      .filter(({ problem }) => problem !== undefined)
      .map(({ site, problem }) => `${site.file}:${site.line} ${problem ?? ""}`);

    expect(sites.length).toBeGreaterThan(0);
    expect(broken).toEqual([]);
  });

  it("join rooms that exist", async () => {
    const files = await filesUnder("src");

    expect(LAYERS.filter(({ room }) => !files.some((file) => file.startsWith(room)))).toEqual([]);
  });

  it.each([
    ["src/core/timer.ts", "node:path", "src/core/ imports nothing, not even node:path"],
    ["src/core/timer.ts", "zod", "src/core/ imports nothing, not even zod"],
    ["src/tools/touch.ts", "../system/log.js", "src/tools/ may not import src/system/log.ts"],
    ["src/tools/touch.ts", "node:fs/promises", "src/tools/ may not reach node:fs/promises"],
    ["src/tools/touch.ts", "fs", "src/tools/ may not reach fs"],
    ["src/tools/touch.ts", "node:crypto", undefined],
    ["src/tools/touch.ts", "zod", undefined],
    ["src/tools/touch.ts", "(computed)", "src/tools/ may not import what is not written out"],
    ["src/devices/inventory.ts", "./android/driver.js", "src/devices/ may not import src/devices/android/driver.ts"],
    [
      "src/devices/ios/xcrun.ts",
      "../android/driver.js",
      "src/devices/ios/ may not import src/devices/android/driver.ts",
    ],
    ["src/elicitation/legacyAsk.ts", "../server/elicitationOutcome.js", undefined],
    [
      "src/elicitation/legacyAsk.ts",
      "../server/refusalWire.js",
      "src/elicitation/ may not import src/server/refusalWire.ts",
    ],
    ["src/garage/car.ts", "zod", "src/garage/car.ts is in no room of test/pins/layers.ts"],
    ["bench/start.ts", "../src/core/timer.js", undefined],
  ])("judge that %s imports %s", (file, specifier, problem) => {
    expect(arrowProblem({ file, specifier, isTypeOnly: false })).toBe(problem);
  });

  it("let the server know a tool's types and nothing more", () => {
    const site = { file: "src/server/toolCallDispatcher.ts", specifier: "../tools/defineTool.js" };

    expect(arrowProblem({ ...site, isTypeOnly: true })).toBeUndefined();
    expect(arrowProblem({ ...site, isTypeOnly: false })).toBe(
      "src/server/ may import only types of src/tools/defineTool.ts",
    );
  });

  it("are read from every way to write an import", () => {
    const text = [
      'import { a } from "./a.js";',
      'import type { B } from "./b.js";',
      'export { c } from "./c.js";',
      'export type * from "./d.js";',
      'const e = () => import("./e.js");',
      'type F = import("./f.js").F;',
      "const g = (name: string) => import(name);",
    ].join("\n");

    expect(
      importsOfText("src/x.ts", text).map(({ line, specifier, isTypeOnly }) => [line, specifier, isTypeOnly]),
    ).toEqual([
      [1, "./a.js", false],
      [2, "./b.js", true],
      [3, "./c.js", false],
      [4, "./d.js", true],
      [5, "./e.js", false],
      [6, "./f.js", true],
      [7, "(computed)", false],
    ]);
  });
});
