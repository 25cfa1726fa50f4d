import { connect } from "node:net";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { StartProcess } from "../../../src/core/startProcess.js";
import { createEmulators } from "../../../src/devices/android/emulators.js";
import { manualTimer } from "../../support/manualTimer.js";
import { asyncRefusalOf } from "../../support/refusalOf.js";
import { scriptedRunner } from "../../support/scriptedRunner.js";
import { unaborted } from "../../support/unaborted.js";

const EMULATOR = "/sdk/emulator/emulator";
const ignoreProgress = () => undefined;
const timer = manualTimer();

afterEach(() => {
  expect(timer.live()).toEqual([]);
});

/** Emulators that report these console ports, one start after the other; `undefined` reports nothing. */
function emulators(options: {
  readonly ports?: readonly string[];
  readonly lastWords?: string;
  readonly avds?: string;
}) {
  const starts: (readonly string[])[] = [];
  let ends = 0;
  const startProcess: StartProcess = ({ args }) => {
    const text = options.ports?.[starts.length];
    starts.push(args);
    if (text !== undefined) connect(Number(args[3]?.slice("tcp:".length)), "127.0.0.1").end(text);
    const ended = options.lastWords === undefined ? new Promise<string>(() => {}) : Promise.resolve(options.lastWords);
    return { ended, end: () => void (ends += 1) };
  };
  const runner = scriptedRunner(() => ({ outcome: "exited", exitCode: 0, stdout: options.avds ?? "", stderr: "" }));
  const programs = { findEmulator: async () => EMULATOR, runProcess: runner.run, startProcess };
  return { virtual: createEmulators(programs, timer), starts, ends: () => ends };
}

describe("the emulators of this machine", () => {
  it("are those that the emulator program names, notes between them left out", async () => {
    const avds = "INFO    | Storing crashdata in: /tmp\r\nPixel_9\r\nTablet.API-35\n-wipe-data\n\n";
    expect(await emulators({ avds }).virtual.list(unaborted)).toEqual([
      { platform: "android", name: "Pixel_9" },
      { platform: "android", name: "Tablet.API-35" },
    ]);
  });

  it("are none where there is no emulator program", async () => {
    const programs = {
      findEmulator: async () => undefined,
      runProcess: scriptedRunner(() => ({ outcome: "not_started", reason: "never asked" })).run,
      startProcess: () => expect.unreachable("nothing is started"),
    };
    expect(await createEmulators(programs, timer).list(unaborted)).toEqual([]);
  });
});

describe("starting one", () => {
  it("tells two that start at once apart by what each reports itself (case 104)", async () => {
    const { virtual, starts, ends } = emulators({ ports: ["5560", "5556\n"] });
    const started = await Promise.all([
      virtual.start({ platform: "android", name: "Pixel_9" }, unaborted, ignoreProgress),
      virtual.start({ platform: "android", name: "Tablet" }, unaborted, ignoreProgress),
    ]);
    expect(started).toEqual([{ deviceId: "emulator-5560" }, { deviceId: "emulator-5556" }]);
    expect(starts.map((args) => args.slice(0, 3))).toEqual([
      ["-avd", "Pixel_9", "-report-console"],
      ["-avd", "Tablet", "-report-console"],
    ]);
    expect(ends()).toBe(0);
  });

  it("is refused with its last words when it ends", async () => {
    const { virtual } = emulators({ lastWords: "ERROR | Running multiple emulators with the same AVD" });
    const start = virtual.start({ platform: "android", name: "Pixel_9" }, unaborted, ignoreProgress);
    expect(await asyncRefusalOf(start)).toMatchObject({
      code: "command_failed",
      data: { output: "ERROR | Running multiple emulators with the same AVD" },
    });
  });

  it("is given up after a time, and ends what it started and nothing else (case 98)", async () => {
    const { virtual, starts, ends } = emulators({});
    const start = asyncRefusalOf(virtual.start({ platform: "android", name: "Pixel_9" }, unaborted, ignoreProgress));
    await vi.waitFor(() => expect(starts).toHaveLength(1));
    timer.advance(90_000);
    expect(await start).toMatchObject({ code: "timed_out", data: { timeoutMs: 90_000 } });
    expect(ends()).toBe(1);
  });

  it("is not tried for a name that the program would take for an option", async () => {
    const { virtual, starts } = emulators({});
    const start = virtual.start({ platform: "android", name: "-wipe-data" }, unaborted, ignoreProgress);
    expect((await asyncRefusalOf(start)).code).toBe("command_failed");
    expect(starts).toEqual([]);
  });
});
