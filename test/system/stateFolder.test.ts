import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openStateFolder, stateFolderPath, stateFolderProblem } from "../../src/system/stateFolder.js";

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "automobile-"));
});
afterEach(async () => {
  await rm(root, { recursive: true, force: true });
});

describe("where the state folder is", () => {
  it.each([
    [{ AUTOMOBILE_STATE_DIR: "/var/x" }, "linux", "/var/x"],
    [{ XDG_STATE_HOME: "/state" }, "linux", "/state/automobile"],
    [{ XDG_STATE_HOME: "not/absolute" }, "linux", `${homedir()}/.local/state/automobile`],
    [{}, "linux", `${homedir()}/.local/state/automobile`],
    [{ AUTOMOBILE_STATE_DIR: " " }, "darwin", `${homedir()}/Library/Application Support/automobile`],
  ])("%j on %s: %s", (env, platform, path) => {
    expect(stateFolderPath(env, platform)).toBe(path);
  });
});

describe("the state folder", () => {
  it("is made for its user alone, with what leads to it", async () => {
    const { path } = await openStateFolder(join(root, "a", "b"));

    expect((await stat(path)).mode & 0o777).toBe(0o700);
  });

  it("cannot be made where a folder takes none, and says so", async () => {
    await expect(openStateFolder("/proc/automobile/state")).rejects.toThrow("the state folder cannot be made: ENOENT");
  });

  it("is not used, nor closed by us, where others can enter it", async () => {
    await mkdir(join(root, "open"));
    await chmod(join(root, "open"), 0o750);

    await expect(openStateFolder(join(root, "open"))).rejects.toMatchObject({
      message: `${join(root, "open")} is open to other users (mode 0750)`,
      fix: `Run: chmod 700 ${join(root, "open")}`,
    });
    expect((await stat(join(root, "open"))).mode & 0o777).toBe(0o750);
  });

  it("is no file, and no problem where nothing is", async () => {
    await writeFile(join(root, "file"), "");

    expect(await stateFolderProblem(join(root, "file"))).toMatchObject({
      message: `${join(root, "file")} is no folder`,
    });
    expect(await stateFolderProblem(join(root, "nothing"))).toBeUndefined();
  });

  it("takes one of many that write a new file at once, whole and for its user alone", async () => {
    const folder = await openStateFolder(join(root, "s"));
    const texts = Array.from({ length: 20 }, (_, index) => String(index).repeat(1000));

    const written = await Promise.all(texts.map((text) => folder.createOnce("x", text)));

    expect(written.filter((isMine) => isMine)).toEqual([true]);
    expect(await folder.read("x")).toBe(texts[written.indexOf(true)]);
    expect(await readdir(folder.path)).toEqual(["x"]);
    expect((await stat(join(folder.path, "x"))).mode & 0o777).toBe(0o600);
  });

  it("puts a text in another's place, and knows nothing of what is gone", async () => {
    const folder = await openStateFolder(join(root, "s"));
    await folder.createOnce("x", "old");

    await folder.replace("x", "new");
    expect(await folder.read("x")).toBe("new");
    await folder.remove("x");
    await folder.remove("x");
    expect([await folder.read("x"), await folder.writtenAt("x"), await folder.list()]).toEqual([
      undefined,
      undefined,
      [],
    ]);
  });
});
