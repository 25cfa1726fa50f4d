import { existsSync } from "node:fs";
import { stat, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { expect, it } from "vitest";
import { withScratchFile } from "../../src/system/scratchFile.js";

// case 129
it("lends a file in a folder that only its user can enter, and takes it back", async () => {
  let path = "";

  const content = await withScratchFile("answer.json", async (file) => {
    path = file.path;
    await writeFile(path, "{}");
    expect((await stat(dirname(path))).mode & 0o777).toBe(0o700);
    return (await file.read())?.toString("utf8");
  });

  expect(content).toBe("{}");
  expect(existsSync(dirname(path))).toBe(false);
});

it("knows a file that was never written", async () => {
  expect(await withScratchFile("answer.json", async (file) => file.read())).toBeUndefined();
});

it("takes it back also when the work fails", async () => {
  let path = "";
  const failing = withScratchFile("answer.json", async (file) => {
    path = file.path;
    await writeFile(path, "secret");
    throw new Error("the work failed");
  });

  await expect(failing).rejects.toThrow("the work failed");
  expect(existsSync(dirname(path))).toBe(false);
});

it("lends two files at a time in two places", async () => {
  const paths = await withScratchFile("a", async (one) =>
    withScratchFile("a", async (other) => [one.path, other.path]),
  );

  expect(new Set(paths).size).toBe(2);
});
