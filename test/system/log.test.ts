import { mkdtemp, open, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { createProcessLog, type ProcessLog } from "../../src/system/log.js";

const LINE = z.looseObject({ level: z.number(), time: z.number(), msg: z.string() });

/** A log into a file, and what that file holds once everything is written. */
async function fileLog(
  level: string,
): Promise<ProcessLog & { readonly written: () => Promise<readonly z.output<typeof LINE>[]> }> {
  const folder = await mkdtemp(join(tmpdir(), "automobile-log-"));
  const path = join(folder, "log");
  const file = await open(path, "w");
  onTestFinished(async () => {
    await file.close();
    await rm(folder, { recursive: true });
  });
  const log = createProcessLog({ fd: file.fd, level });
  return {
    ...log,
    async written() {
      await log.flush();
      const lines = (await readFile(path, "utf8")).split("\n").filter((line) => line !== "");
      return lines.map((line) => LINE.parse(JSON.parse(line)));
    },
  };
}

it("one JSON line is written for each call, in the order of the calls, with its fields and nothing of the host", async () => {
  const { log, written } = await fileLog("info");

  log.info("one");
  log.warn("two", { tool: "tapOn" });
  log.error("three\nlines", { error: "Error: x\n    at y" });

  expect((await written()).map(({ time: _, ...rest }) => rest)).toEqual([
    { level: 30, msg: "one" },
    { level: 40, tool: "tapOn", msg: "two" },
    { level: 50, error: "Error: x\n    at y", msg: "three\nlines" },
  ]);
});

it.each([
  ["trace", ["info", "warn", "error"]],
  ["warn", ["warn", "error"]],
  ["error", ["error"]],
  ["silent", []],
  ["loud", ["info", "warn", "error"]],
])("level %s writes %o", async (level, expected) => {
  const { log, written } = await fileLog(level);

  log.info("info");
  log.warn("warn");
  log.error("error");

  expect((await written()).map(({ msg }) => msg)).toEqual(expected);
});

it("nothing is written, and nothing waited for, when nothing was said", async () => {
  const { written } = await fileLog("info");

  expect(await written()).toEqual([]);
});
