import { describe, expect, it } from "vitest";
import { parseLogcat, readLogs } from "../../../src/devices/android/logs.js";
import { fakeDeviceShell, sectionOutput } from "../../support/fakeDeviceShell.js";
import { asyncRefusalOf } from "../../support/refusalOf.js";
import { unaborted } from "../../support/unaborted.js";

const PRINTED = [
  "--------- beginning of main",
  "12-02 00:31:45.123  1234  1250 I ActivityManager: Start proc 99:com.example/u0a1 for activity",
  "12-02 00:31:45.200  1234  1234 F libc    : Fatal signal 11: a: b",
  "12-02 00:31:45.201   999  1000 D : ",
].join("\r\n");

describe("readLogs", () => {
  it("asks for the newest lines from a level on, and reads them", async () => {
    const device = fakeDeviceShell({ stdout: PRINTED });
    const lines = await readLogs(device, { lines: 50, appId: undefined, level: "warn" }, unaborted);
    expect(device.commands).toEqual(["logcat -d -v threadtime -t 50 '*:W'"]);
    expect(lines).toEqual([
      {
        time: "12-02 00:31:45.123",
        level: "info",
        process: "ActivityManager[1234]",
        message: "Start proc 99:com.example/u0a1 for activity",
      },
      { time: "12-02 00:31:45.200", level: "error", process: "libc[1234]", message: "Fatal signal 11: a: b" },
      { time: "12-02 00:31:45.201", level: "debug", process: "[999]", message: "" },
    ]);
  });

  it("asks of one app for the lines of its processes", async () => {
    const device = fakeDeviceShell({ stdout: sectionOutput("package:/base.apk", "41") }, { stdout: PRINTED });
    await readLogs(device, { lines: 5, appId: "com.example.app", level: "debug" }, unaborted);
    expect(device.commands[1]).toBe("logcat -d -v threadtime -t 5 --pid=41 '*:V'");
  });

  it("has no lines of an app that does not run, and refuses one that is not there", async () => {
    const query = { lines: 5, appId: "com.example.app", level: "info" } as const;
    expect(await readLogs(fakeDeviceShell({ stdout: sectionOutput("package:/a", "") }), query, unaborted)).toEqual([]);
    const refusal = await asyncRefusalOf(
      readLogs(fakeDeviceShell({ stdout: sectionOutput("", "") }), query, unaborted),
    );
    expect(refusal.code).toBe("app_not_installed");
  });

  it("refuses when logcat fails", async () => {
    const device = fakeDeviceShell({ stderr: "logcat: no permission", exitCode: 1 });
    const refusal = await asyncRefusalOf(readLogs(device, { lines: 5, appId: undefined, level: "info" }, unaborted));
    expect(refusal).toMatchObject({ code: "command_failed", data: { output: "logcat: no permission" } });
  });
});

it("reads nothing out of text that is no log", () => {
  expect(parseLogcat("nothing\n\n")).toEqual([]);
});
