import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import { z } from "zod";
import { createProcessLog, type ProcessLog } from "../../src/system/log.js";

const LINE = z.looseObject({ level: z.number(), time: z.number(), msg: z.string() });

/** A log to a reader that takes everything, and what it got. */
function shownLog(level: string): ProcessLog & { readonly written: () => Promise<readonly z.output<typeof LINE>[]> } {
  const stream = new PassThrough();
  const log = createProcessLog({ stream, level });
  return {
    ...log,
    async written() {
      await log.flush();
      stream.end();
      const lines = (await text(stream)).split("\n").filter((line) => line !== "");
      return lines.map((line) => LINE.parse(JSON.parse(line)));
    },
  };
}

it("one JSON line is written for each call, in the order of the calls, with its fields and nothing of the host", async () => {
  const { log, written } = shownLog("info");

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
  const { log, written } = shownLog(level);

  log.info("info");
  log.warn("warn");
  log.error("error");

  expect((await written()).map(({ msg }) => msg)).toEqual(expected);
});

it("nothing is written, and nothing waited for, when nothing was said", async () => {
  const { written } = shownLog("info");

  expect(await written()).toEqual([]);
});

it("a reader who takes nothing is waited for by nobody, and is told of what was left out once it reads", async () => {
  const stream = new PassThrough();
  const { log, flush } = createProcessLog({ stream, level: "info" });
  for (let line = 0; line < 1200; line += 1) log.info("x".repeat(1024));
  await flush();

  expect(stream.readableLength + stream.writableLength).toBeLessThan(1.1 * 1024 * 1024);
  const read = text(stream);
  await new Promise(setImmediate);
  log.info("the last one");
  await flush();
  stream.end();

  expect(
    (await read)
      .trimEnd()
      .split("\n")
      .slice(-2)
      .map((line) => LINE.partial().parse(JSON.parse(line)).msg),
  ).toEqual([expect.stringMatching(/^\d+ lines were left out here: nobody read them$/), "the last one"]);
});
