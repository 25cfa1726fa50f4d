import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openLogFile } from "../../src/system/logFile.js";
import { ownPid } from "../../src/system/processMark.js";
import { createProcessLog } from "../../src/system/log.js";

const NOW = Date.UTC(2026, 0, 2, 3, 4, 5, 6);
const NAME = `daemon-20260102T030405006Z-${ownPid()}`;

let stateFolder: string;
beforeEach(async () => {
  stateFolder = await mkdtemp(join(tmpdir(), "automobile-"));
});
afterEach(async () => {
  await rm(stateFolder, { recursive: true, force: true });
});

const logs = (): string => join(stateFolder, "logs");

describe("a log that is kept", () => {
  it("is begun with its first line, for its user alone", async () => {
    const file = await openLogFile({ stateFolder, kind: "daemon", now: NOW });
    expect(await readdir(logs())).toEqual([]);

    file.write("one\n");

    expect(await readFile(join(logs(), `${NAME}.jsonl`), "utf8")).toBe("one\n");
    expect((await stat(join(logs(), `${NAME}.jsonl`))).mode & 0o777).toBe(0o600);
  });

  it("never grows beyond twice its bound, and keeps the newest lines", async () => {
    const file = await openLogFile({ stateFolder, kind: "daemon", now: NOW, maxBytes: 10 });

    for (const line of ["aaaa\n", "bbbb\n", "cccc\n", "dddd\n", "eeee\n"]) file.write(line);

    expect((await readdir(logs())).sort()).toEqual([`${NAME}.1.jsonl`, `${NAME}.jsonl`]);
    expect(await readFile(join(logs(), `${NAME}.1.jsonl`), "utf8")).toBe("cccc\ndddd\n");
    expect(await readFile(join(logs(), `${NAME}.jsonl`), "utf8")).toBe("eeee\n");
  });

  it("takes the place of the oldest where there are as many as there may be, and of nothing else", async () => {
    await openLogFile({ stateFolder, kind: "daemon", now: NOW });
    const ages = { "new.jsonl": 4000, "old.jsonl": 3000, "older.jsonl": 2000, "mine.txt": 1000 };
    for (const [name, writtenAt] of Object.entries(ages)) {
      await writeFile(join(logs(), name), "x");
      await utimes(join(logs(), name), writtenAt, writtenAt);
    }

    const file = await openLogFile({ stateFolder, kind: "daemon", now: NOW, maxFiles: 3 });
    file.write("x\n");

    expect((await readdir(logs())).sort()).toEqual([`${NAME}.jsonl`, "mine.txt", "new.jsonl", "old.jsonl"]);
  });

  it("is begun anew when somebody has cleared it away", async () => {
    const file = await openLogFile({ stateFolder, kind: "daemon", now: NOW });
    file.write("one\n");
    await rm(join(logs(), `${NAME}.jsonl`));

    file.write("two\n");

    expect(await readFile(join(logs(), `${NAME}.jsonl`), "utf8")).toBe("two\n");
  });

  it("holds what the process log is told, and is no condition for it", async () => {
    const kept = createProcessLog({ level: "info", file: { stateFolder, kind: "daemon", now: NOW } });
    kept.log.info("hello", { elicitation: { outcome: "asked" } });
    await kept.flush();
    await rm(logs(), { recursive: true });
    kept.log.info("into nothing");
    await kept.flush();

    const lost = createProcessLog({ level: "info", file: { stateFolder: "/dev/null/x", kind: "daemon", now: NOW } });
    lost.log.info("into nothing");
    await lost.flush();

    expect(await readdir(stateFolder)).toEqual([]);
  });
});
