import { describe, expect, it } from "vitest";
import type { ProcessEnd } from "../../../src/core/runProcess.js";
import { iosWorld, NEVER } from "./iosWorld.js";

const ENDS: readonly { readonly is: string; readonly end: ProcessEnd; readonly reports: object }[] = [
  {
    is: "no xcrun",
    end: { outcome: "not_started", reason: "spawn xcrun ENOENT" },
    reports: { outcome: "absent", reason: "iOS devices need a Mac with Xcode, and this machine has no xcrun" },
  },
  {
    is: "an xcrun that cannot be started",
    end: { outcome: "not_started", reason: "spawn xcrun EACCES" },
    reports: { outcome: "absent", reason: "xcrun could not be started: spawn xcrun EACCES" },
  },
  {
    is: "the command line tools alone",
    end: {
      outcome: "exited",
      exitCode: 72,
      stdout: "",
      stderr: 'xcrun: error: unable to find utility "simctl", not a developer tool or in PATH\n',
    },
    reports: { outcome: "absent" },
  },
  {
    is: "a Mac without any of them",
    end: {
      outcome: "exited",
      exitCode: 1,
      stdout: "",
      stderr: "xcrun: error: invalid active developer path (/Library/Developer/CommandLineTools), missing xcrun",
    },
    reports: { outcome: "absent" },
  },
  {
    is: "a program that hangs",
    end: { outcome: "timed_out", stdout: "", stderr: "" },
    reports: {
      outcome: "failed",
      refusal: { code: "xcode_unusable", data: { cause: "it did not end within 20000 ms" } },
    },
  },
];

describe.each(ENDS)("with $is", ({ end, reports }) => {
  it("both sources say so, and neither throws", async () => {
    const odd = await iosWorld({}, { runProcess: async () => end });

    const { devices, sources } = await odd.snapshot();
    await odd.close();

    expect(devices).toEqual([]);
    expect(sources).toMatchObject([
      { source: "simctl", ...reports },
      { source: "devicectl", ...reports },
    ]);
  });
});

it("asks a Mac without Xcode once only: each try would open a dialog there", async () => {
  let runs = 0;
  const odd = await iosWorld(
    {},
    { runProcess: async () => ((runs += 1), { outcome: "not_started", reason: "ENOENT" }) },
  );

  await odd.inventory.snapshot(NEVER);
  await odd.inventory.snapshot(NEVER);
  await odd.close();

  expect(runs).toBe(2);
});
