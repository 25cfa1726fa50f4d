import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { adbCandidates, createFindAdb, type AdbPlaces } from "../../src/system/findAdb.js";

const NOWHERE: AdbPlaces = {
  adbPath: undefined,
  androidSdks: [],
  path: [],
  homeDirectory: "/home/anna",
  platform: "linux",
};

describe("adbCandidates", () => {
  it.each<[string, Partial<AdbPlaces>, readonly string[]]>([
    ["the configured path, and no other", { adbPath: "/opt/adb", path: ["/usr/bin"] }, ["/opt/adb"]],
    [
      "SDKs, then PATH, then the usual places of Linux",
      { androidSdks: ["/sdk"], path: ["/bin"] },
      [
        "/sdk/platform-tools/adb",
        "/bin/adb",
        "/home/anna/Android/Sdk/platform-tools/adb",
        "/usr/lib/android-sdk/platform-tools/adb",
        "/opt/android-sdk/platform-tools/adb",
        "/usr/bin/adb",
        "/usr/local/bin/adb",
      ],
    ],
    [
      "the usual places of macOS",
      { platform: "darwin", homeDirectory: "/Users/anna" },
      [
        "/Users/anna/Library/Android/sdk/platform-tools/adb",
        "/opt/homebrew/share/android-commandlinetools/platform-tools/adb",
        "/usr/local/share/android-sdk/platform-tools/adb",
        "/opt/homebrew/bin/adb",
        "/usr/local/bin/adb",
      ],
    ],
    [
      "the usual places of Windows",
      { platform: "win32", homeDirectory: "C:\\Users\\anna", path: ["C:\\tools"] },
      [
        "C:\\tools\\adb.exe",
        "C:\\Users\\anna\\AppData\\Local\\Android\\Sdk\\platform-tools\\adb.exe",
        "C:\\Program Files (x86)\\Android\\android-sdk\\platform-tools\\adb.exe",
      ],
    ],
  ])("are %s", (_case, places, expected) => {
    expect(adbCandidates({ ...NOWHERE, ...places })).toEqual(expected);
  });
});

describe("findAdb", () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "find-adb-"));
  });

  afterEach(() => rm(folder, { recursive: true, force: true }));

  it("takes the first that can be run: not a folder, not a file without that right", async () => {
    await mkdir(join(folder, "a", "adb"), { recursive: true });
    await mkdir(join(folder, "b"));
    await writeFile(join(folder, "b", "adb"), "");
    await mkdir(join(folder, "c"));
    await writeFile(join(folder, "c", "adb"), "");
    await chmod(join(folder, "c", "adb"), 0o755);
    const path = ["a", "b", "c"].map((name) => join(folder, name));
    expect(await createFindAdb({ ...NOWHERE, path })()).toEqual({ is: "found", path: join(folder, "c", "adb") });
  });

  it("names every place it looked at when there is none", async () => {
    const adbPath = join(folder, "adb");
    expect(await createFindAdb({ ...NOWHERE, adbPath })()).toEqual({ is: "not_found", tried: [adbPath] });
  });
});
