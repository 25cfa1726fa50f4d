import { describe, expect, it } from "vitest";
import { clearAppData, uninstallApp } from "../../../src/devices/android/appStorage.js";
import { fakeDeviceShell, sectionOutput } from "../../support/fakeDeviceShell.js";
import { asyncRefusalOf } from "../../support/refusalOf.js";
import { unaborted } from "../../support/unaborted.js";

describe.each([
  ["uninstallApp", uninstallApp, "pm uninstall 'com.example.app' 2>&1"],
  ["clearAppData", clearAppData, "pm clear 'com.example.app' 2>&1"],
])("%s", (_name, run, command) => {
  it("is done only when the package manager says so", async () => {
    const device = fakeDeviceShell({ stdout: sectionOutput("package:/base.apk", "Success") });
    await run(device, "com.example.app", unaborted);
    expect(device.commands[0]?.endsWith(command)).toBe(true);
  });

  it("quotes what it says otherwise, although it ends with 0", async () => {
    const device = fakeDeviceShell({
      stdout: sectionOutput("package:/base.apk", "Failure [DELETE_FAILED_INTERNAL_ERROR]"),
    });
    expect(await asyncRefusalOf(run(device, "com.example.app", unaborted))).toMatchObject({
      code: "command_failed",
      data: { output: "Failure [DELETE_FAILED_INTERNAL_ERROR]" },
    });
  });

  it("refuses an app that is not there, and an id that is none (case 122)", async () => {
    const missing = fakeDeviceShell({ stdout: sectionOutput("", "Failure") });
    expect((await asyncRefusalOf(run(missing, "com.example.app", unaborted))).code).toBe("app_not_installed");
    const untouched = fakeDeviceShell();
    expect((await asyncRefusalOf(run(untouched, "com.example;id", unaborted))).code).toBe("invalid_arguments");
    expect(untouched.commands).toEqual([]);
  });
});
