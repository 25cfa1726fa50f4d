import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { claimRecord, type EndpointRecord, readRecord } from "../../src/daemon/endpointRecord.js";
import type { StateFolder } from "../../src/system/stateFolder.js";
import { memoryFolder } from "../support/memoryFolder.js";
import { SAMPLE_RECORD } from "../support/sampleRecord.js";

const RECORD: EndpointRecord = { ...SAMPLE_RECORD, settings: { "--lab": "2" } };

describe("the endpoint record", () => {
  it("is read as it was written", async () => {
    const folder = memoryFolder();

    await claimRecord(folder, { after: 0, record: RECORD });

    expect(await readRecord(folder)).toEqual({ is: "recorded", generation: 1, record: RECORD });
  });

  it("says goodbye, and a later daemon takes its place", async () => {
    const files = new Map<string, string>();
    const folder = memoryFolder(files);
    const claim = await claimRecord(folder, { after: 0, record: RECORD });
    await claim?.retire();
    expect(await readRecord(folder)).toEqual({ is: "stopped", generation: 1 });

    await claimRecord(folder, { after: 1, record: RECORD });

    expect([...files.keys()]).toEqual(["daemon.2.json"]);
  });

  it("of an earlier version names no file for its token, which was always the folder's own", async () => {
    const { tokenFile: _, ...earlier } = RECORD;
    const folder = memoryFolder(new Map([["daemon.1.json", JSON.stringify(earlier)]]));

    expect(await readRecord(folder)).toMatchObject({ record: { tokenFile: "token" } });
  });

  it("takes the copy of a shared token with it, and that of one who ended without a goodbye", async () => {
    const files = new Map([
      ["token", "own"],
      ["shared-token.dead", "x"],
      ["shared-token.b", "x"],
    ]);
    const claim = await claimRecord(memoryFolder(files), {
      after: 0,
      record: { ...RECORD, instance: "b", tokenFile: "shared-token.b" },
    });
    const whileItRuns = [...files.keys()];
    await claim?.retire();

    expect([whileItRuns, [...files.keys()]]).toEqual([
      ["token", "shared-token.b", "daemon.1.json"],
      ["token", "daemon.1.json"],
    ]);
  });

  it.each([
    "",
    "{",
    "[]",
    '{"port":0}',
    '{"port":80,"pid":1}',
    '{"stopped":false}',
    JSON.stringify({ ...RECORD, pid: "7" }),
    JSON.stringify({ ...RECORD, tokenFile: "../token" }),
    JSON.stringify({ ...RECORD, tokenFile: "shared-token.../x" }),
  ])("is unreadable when it says %j", async (text) => {
    const folder = memoryFolder(new Map([["daemon.3.json", text]]));

    expect(await readRecord(folder)).toEqual({ is: "unreadable", generation: 3, file: "daemon.3.json" });
  });

  it("is none where other files lie", async () => {
    const folder = memoryFolder(
      new Map([
        ["daemon.json", "x"],
        ["daemon.01.json", "x"],
        ["daemon.1.json.bak", "x"],
      ]),
    );

    expect(await readRecord(folder)).toEqual({ is: "none", generation: 0 });
  });
});

describe("of many daemons that claim one folder", () => {
  it("exactly one gets it, whatever stands between their steps, after a crash as on the first day", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.integer({ min: 2, max: 5 }),
        fc.boolean(),
        async (scheduler, count, crashed) => {
          const files = new Map(crashed ? [["daemon.1.json", JSON.stringify({ ...RECORD, instance: "dead" })]] : []);
          const folder = memoryFolder(files, () => scheduler.schedule(Promise.resolve()));
          const listening = new Set<string>();
          const starts = Array.from({ length: count }, (_, index) => startOne(folder, String(index), listening));

          await scheduler.waitFor(Promise.all(starts));

          expect(listening.size).toBe(1);
          expect(await readRecord(memoryFolder(files))).toMatchObject({ record: { instance: [...listening][0] } });
        },
      ),
    );
  });

  it("one that acts on a reading from long ago does not get it", async () => {
    const folder = memoryFolder();
    const first = await claimRecord(folder, { after: 0, record: RECORD });
    await first?.retire();
    await claimRecord(folder, { after: 1, record: { ...RECORD, instance: "b" } });

    expect(await claimRecord(folder, { after: 0, record: { ...RECORD, instance: "late" } })).toBeUndefined();
    expect(await readRecord(folder)).toMatchObject({ generation: 2, record: { instance: "b" } });
  });
});

/** A start as `startDaemon` makes it: look, listen, claim, and listen no more without the claim. */
async function startOne(folder: StateFolder, instance: string, listening: Set<string>): Promise<void> {
  const reading = await readRecord(folder);
  if (reading.is === "recorded" && listening.has(reading.record.instance)) return;
  listening.add(instance);
  const claim = await claimRecord(folder, { after: reading.generation, record: { ...RECORD, instance } });
  if (claim === undefined) listening.delete(instance);
}
