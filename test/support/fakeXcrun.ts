import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ProcessEnd, RunProcess } from "../../src/core/runProcess.js";
import { runDevicectl } from "./fakeXcrun/devicectl.mjs";
import { runSimctl } from "./fakeXcrun/simctl.mjs";
import {
  noteCall,
  readCalls,
  readWorld,
  ToolError,
  writeWorld,
  type WorldPhone,
  type WorldSimulator,
  type XcrunWorld,
} from "./fakeXcrun/world.mjs";

const PROGRAM = fileURLToPath(new URL("./fakeXcrun/program.mjs", import.meta.url));

/** An `xcrun` that is first on PATH, and the world that it shows. */
export interface FakeXcrun {
  /** The environment in which it is found. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Does the same without a process, which is quicker; its faults need one. */
  readonly runInProcess: RunProcess;
  /** The world as it is now. */
  world(): XcrunWorld;
  /** Changes the world; not while a program runs in it. */
  change(change: (world: XcrunWorld) => void): void;
  /** Every run so far, as its arguments behind `xcrun`, oldest first. */
  calls(): readonly (readonly string[])[];
  remove(): Promise<void>;
}

/** Two ids of made-up simulators. */
export const SIMULATOR_A = "5E2F1C07-9B1D-4C55-8B0E-0A6D3C5B7F21";
export const SIMULATOR_B = "A93B6D10-44C2-4F0E-B7A5-6E1D2C3B4A59";

/** A made-up phone's two ids. */
export const PHONE = { udid: "00008030-000A11112222333A", identifier: "B0B0C0D0-1111-4222-8333-444455556666" } as const;

/** A booted iPhone simulator with a system app and one of the user's. */
export function worldSimulator(udid: string, changes: Partial<WorldSimulator> = {}): WorldSimulator {
  return {
    udid,
    name: "iPhone 16",
    runtime: "com.apple.CoreSimulator.SimRuntime.iOS-18-2",
    deviceType: "com.apple.CoreSimulator.SimDeviceType.iPhone-16",
    state: "Booted",
    homePid: udid === SIMULATOR_A ? 1001 : 2002,
    apps: [
      { bundleId: "com.apple.Preferences", type: "System" },
      { bundleId: "com.example.notes", type: "User" },
    ],
    openedUrls: [],
    ...changes,
  };
}

/** A paired iPhone that can be reached, with an app in front. */
export function worldPhone(changes: Partial<WorldPhone> = {}): WorldPhone {
  return {
    ...PHONE,
    name: "Sam’s iPhone",
    osVersion: "18.2",
    pairingState: "paired",
    tunnelState: "disconnected",
    developerMode: "enabled",
    apps: [
      { bundleId: "com.apple.Preferences", type: "System" },
      { bundleId: "com.example.notes", type: "User", pid: 321 },
    ],
    ...changes,
  };
}

/** Puts an `xcrun` on a PATH. Nothing is attached unless the test says so. */
export async function fakeXcrun(changes: Partial<XcrunWorld> = {}): Promise<FakeXcrun> {
  const folder = await mkdtemp(join(tmpdir(), "automobile-xcrun-"));
  const file = join(folder, "world.json");
  writeWorld(file, { simulators: [], phones: [], hasTwinRuntimes: false, nextPid: 5000, faults: {}, ...changes });
  const script = join(folder, "xcrun");
  await writeFile(script, `#!/bin/sh\nexec '${process.execPath}' '${PROGRAM}' '${file}' "$@"\n`);
  await chmod(script, 0o755);
  return {
    env: { ...process.env, PATH: `${folder}${delimiter}${process.env["PATH"] ?? ""}` },
    runInProcess: async ({ args }) => runOnce(file, args),
    world: () => readWorld(file),
    change(change) {
      const world = readWorld(file);
      change(world);
      writeWorld(file, world);
    },
    calls: () => readCalls(file),
    remove: async () => rm(folder, { recursive: true, force: true }),
  };
}

function runOnce(file: string, [tool, ...args]: readonly string[]): ProcessEnd {
  noteCall(file, [tool ?? "", ...args]);
  const world = readWorld(file);
  try {
    const stdout = tool === "simctl" ? runSimctl(world, args) : runDevicectl(world, args);
    writeWorld(file, world);
    return { outcome: "exited", exitCode: 0, stdout, stderr: "" };
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    return { outcome: "exited", exitCode: error.exitCode, stdout: "", stderr: `${error.message}\n` };
  }
}
