import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { VERSION } from "../../src/core/version.js";

it("names one version in the source and in package.json", () => {
  const manifest: unknown = JSON.parse(readFileSync("package.json", "utf8"));
  expect(manifest).toMatchObject({ version: VERSION });
});
