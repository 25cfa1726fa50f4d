import { expect, it } from "vitest";
import { listApps } from "../../../src/devices/android/listApps.js";
import { fakeDeviceShell, sectionOutput } from "../../support/fakeDeviceShell.js";
import { asyncRefusalOf } from "../../support/refusalOf.js";
import { unaborted } from "../../support/unaborted.js";

it("lists both kinds in one round trip, sorted by id", async () => {
  const shell = fakeDeviceShell({
    stdout: sectionOutput("package:com.android.settings\npackage:android\n", "WARNING: linker: x\npackage:com.b\r\n"),
  });
  expect(await listApps(shell, "all", unaborted)).toEqual([
    { appId: "android", isSystem: true },
    { appId: "com.android.settings", isSystem: true },
    { appId: "com.b", isSystem: false },
  ]);
});

it("lists only what its user installed, which may be nothing", async () => {
  const shell = fakeDeviceShell({ stdout: "" });
  expect(await listApps(shell, "installed_by_user", unaborted)).toEqual([]);
  expect(shell.commands).toEqual(["pm list packages -3"]);
});

it("does not take a package manager that is down for a device without apps", async () => {
  const shell = fakeDeviceShell({ stderr: "cmd: Can't find service: package", exitCode: 20 });
  const refusal = await asyncRefusalOf(listApps(shell, "installed_by_user", unaborted));
  expect(refusal).toMatchObject({ code: "command_failed", data: { output: "cmd: Can't find service: package" } });
});
