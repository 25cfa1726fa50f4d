import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { posix, win32 } from "node:path";
import type { FindAdb } from "../core/findAdb.js";
import type { FindProgram } from "../core/startProcess.js";
import type { Settings } from "./settings.js";

/** The settings that say where adb may be. */
export type AdbPlaces = Pick<Settings, "adbPath" | "androidSdks" | "path" | "homeDirectory" | "platform">;

/** Where Android's own installers and the common package managers put platform-tools. `~` is the home directory. */
const DEFAULT_SDKS: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  linux: ["~/Android/Sdk", "/usr/lib/android-sdk", "/opt/android-sdk"],
  darwin: ["~/Library/Android/sdk", "/opt/homebrew/share/android-commandlinetools", "/usr/local/share/android-sdk"],
  win32: [String.raw`~\AppData\Local\Android\Sdk`, String.raw`C:\Program Files (x86)\Android\android-sdk`],
};

/** The folder inside an SDK that holds each program. */
const SDK_FOLDERS = { adb: "platform-tools", emulator: "emulator" } as const;

/** Where package managers link programs that a desktop client's PATH often lacks. */
const DEFAULT_DIRECTORIES: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  linux: ["/usr/bin", "/usr/local/bin"],
  darwin: ["/opt/homebrew/bin", "/usr/local/bin"],
};

/**
 * Makes a function that looks for adb, anew at each call: at the configured path, and only there when one is configured;
 * else in the SDKs that the environment names, on PATH, and in the platform's usual places, in this order.
 *
 * Programs started from a desktop do not have the shell's PATH, hence the last.
 */
export function createFindAdb(places: AdbPlaces): FindAdb {
  return async () => {
    const tried = [...new Set(adbCandidates(places))];
    for (const path of tried) if (await isProgram(path)) return { is: "found", path };
    return { is: "not_found", tried };
  };
}

/** The same for the SDK's `emulator` program, which no setting names. */
export function createFindEmulator(places: Omit<AdbPlaces, "adbPath">): FindProgram {
  return async () => {
    for (const path of new Set(programCandidates("emulator", places))) if (await isProgram(path)) return path;
    return undefined;
  };
}

/** Every path at which adb is looked for, first choice first. */
export function adbCandidates(places: AdbPlaces): readonly string[] {
  return places.adbPath === undefined ? programCandidates("adb", places) : [places.adbPath];
}

function programCandidates(
  name: keyof typeof SDK_FOLDERS,
  { androidSdks, path, homeDirectory, platform }: Omit<AdbPlaces, "adbPath">,
): readonly string[] {
  const paths = platform === "win32" ? win32 : posix;
  const program = platform === "win32" ? `${name}.exe` : name;
  const inSdk = (sdk: string) =>
    paths.join(sdk.startsWith("~") ? homeDirectory + sdk.slice(1) : sdk, SDK_FOLDERS[name], program);
  return [
    ...androidSdks.map(inSdk),
    ...path.map((directory) => paths.join(directory, program)),
    ...(DEFAULT_SDKS[platform] ?? []).map(inSdk),
    ...(DEFAULT_DIRECTORIES[platform] ?? []).map((directory) => paths.join(directory, program)),
  ];
}

async function isProgram(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    // Not there, not ours to run, or behind a folder that cannot be read: all the same to us.
    return false;
  }
}
