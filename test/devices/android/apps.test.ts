import { describe, expect, it } from "vitest";
import { launchApp, terminateApp } from "../../../src/devices/android/apps.js";
import { fakeDeviceShell, sectionOutput } from "../../support/fakeDeviceShell.js";
import { asyncRefusalOf } from "../../support/refusalOf.js";
import { unaborted } from "../../support/unaborted.js";

const INSTALLED = "package:/data/app/~~x==/com.example.app-y==/base.apk\n";
const RESOLVED =
  "priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=true\ncom.example.app/.ui.Main$Launcher\n";

describe("launchApp", () => {
  it("starts what the app's icon would", async () => {
    const shell = fakeDeviceShell(
      { stdout: sectionOutput(INSTALLED, RESOLVED) },
      { stdout: "Starting: Intent { … }\n" },
    );
    await launchApp(shell, "com.example.app", unaborted);
    expect(shell.commands[1]).toBe(
      "am start -a android.intent.action.MAIN -c android.intent.category.LAUNCHER -f '0x10200000' -n 'com.example.app/.ui.Main$Launcher'",
    );
  });

  it.each([
    ["Android would show its chooser", "priority=0\nandroid/com.android.internal.app.ResolverActivity\n"],
    ["the device is too old to be asked", "/system/bin/sh: cmd: not found\n"],
  ])("leaves the choice to monkey when %s", async (_case, resolved) => {
    const shell = fakeDeviceShell({ stdout: sectionOutput(INSTALLED, resolved) }, { stdout: "Events injected: 1\n" });
    await launchApp(shell, "com.example.app", unaborted);
    expect(shell.commands[1]).toBe("monkey -p 'com.example.app' -c android.intent.category.LAUNCHER 1");
  });

  it.each<[string, string, string]>([
    ["is not there", sectionOutput("", "No activity found\n"), "app_not_installed"],
    ["has no screen", sectionOutput(INSTALLED, "No activity found\n"), "command_failed"],
    ["cannot be looked up", sectionOutput("cmd: Can't find service: package\n", ""), "command_failed"],
  ])("starts nothing when the app %s", async (_case, stdout, code) => {
    const shell = fakeDeviceShell({ stdout });
    const refusal = await asyncRefusalOf(launchApp(shell, "com.example.app", unaborted));
    expect(refusal.code).toBe(code);
    expect(shell.commands).toHaveLength(1);
  });

  it("reports what `am start` says went wrong, though its status is 0", async () => {
    const failed = { stdout: "Starting: Intent { … }\nError: Activity class {…} does not exist.\n" };
    const shell = fakeDeviceShell({ stdout: sectionOutput(INSTALLED, RESOLVED) }, failed);
    const refusal = await asyncRefusalOf(launchApp(shell, "com.example.app", unaborted));
    expect(refusal.code).toBe("command_failed");
    expect(refusal.message).toContain("does not exist");
  });
});

describe("terminateApp", () => {
  it("looks and stops in one round trip", async () => {
    const shell = fakeDeviceShell({ stdout: INSTALLED });
    await terminateApp(shell, "com.example.app", unaborted);
    expect(shell.commands).toEqual(["pm path 'com.example.app' && am force-stop 'com.example.app'"]);
  });

  it("refuses for an app that is not there", async () => {
    const shell = fakeDeviceShell({ exitCode: 1 });
    const refusal = await asyncRefusalOf(terminateApp(shell, "com.example.app", unaborted));
    expect(refusal).toMatchObject({
      code: "app_not_installed",
      data: { deviceId: "TESTPHONE01", appId: "com.example.app" },
    });
  });

  it("does not take a package manager that is down for an app that is not there", async () => {
    const shell = fakeDeviceShell({ stderr: "cmd: Can't find service: package\n", exitCode: 20 });
    const refusal = await asyncRefusalOf(terminateApp(shell, "com.example.app", unaborted));
    expect(refusal.code).toBe("command_failed");
  });
});

it.each([
  "com.example;id",
  "com.example app",
  "$(reboot).x",
  "example",
  "",
  ".com.example",
  "com..example",
  "com.1example",
  "-p.com",
  "com.example\n",
  `com.${"a".repeat(300)}`,
])("lets %j go to no device as an app id", async (appId) => {
  // case 122
  const shell = fakeDeviceShell();
  const launch = await asyncRefusalOf(launchApp(shell, appId, unaborted));
  const terminate = await asyncRefusalOf(terminateApp(shell, appId, unaborted));
  expect([launch.code, terminate.code]).toEqual(["invalid_arguments", "invalid_arguments"]);
  expect(shell.commands).toEqual([]);
});
