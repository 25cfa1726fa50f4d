import { describe, expect, it } from "vitest";
import { takeStartTurn } from "../../src/daemon/startTurn.js";
import { memoryFolder } from "../support/memoryFolder.js";

const NOW = 1_700_000_000_000;

/** Of these processes some live: their marks by pid. */
const takeAs = (pid: number, living: Readonly<Record<number, string>>, folder = memoryFolder()) =>
  takeStartTurn({ folder, pid, processMark: async (each) => living[each], now: NOW, lastsMs: 20_000 });

describe("the turn to start a daemon", () => {
  it("is one's until it is given back", async () => {
    const folder = memoryFolder();
    const first = await takeAs(1, { 1: "a", 2: "b" }, folder);

    expect(await takeAs(2, { 1: "a", 2: "b" }, folder)).toBeUndefined();
    await first?.done();

    expect(await takeAs(2, { 1: "a", 2: "b" }, folder)).toBeDefined();
  });

  it.each([
    ["its process was killed", { 2: "b" }],
    ["its pid is another process's by now", { 1: "later", 2: "b" }],
  ])("is the next one's at once where %s", async (_, living) => {
    const folder = memoryFolder();
    const killed = await takeAs(1, { 1: "a" }, folder);

    expect(await takeAs(2, living, folder)).toBeDefined();
    await killed?.done();

    expect(await folder.list()).toEqual(["starting"]);
  });

  it("is not taken from one who cannot be read", async () => {
    expect(await takeAs(2, { 2: "b" }, memoryFolder(new Map([["starting", "7f3c"]])))).toBeUndefined();
  });

  it.each([NOW - 20_001, NOW + 20_001])("lapses after a while, also where the clock has jumped (%i)", async (at) => {
    const folder = { ...memoryFolder(new Map([["starting", "7f3c"]])), writtenAt: async () => at };

    expect(await takeAs(2, { 2: "b" }, folder)).toBeDefined();
  });
});
