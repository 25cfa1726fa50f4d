import { expect, it } from "vitest";
import { readUiTree } from "../../../src/devices/android/uiTree.js";
import { breathe } from "../../../src/system/breathe.js";
import { fakeDeviceShell, sectionOutput } from "../../support/fakeDeviceShell.js";
import { asyncRefusalOf } from "../../support/refusalOf.js";
import { unaborted } from "../../support/unaborted.js";

const DUMPED = "UI hierchary dumped to: /data/local/tmp/automobile-1.xml";
const EMPTY_TREE = '<?xml version="1.0"?><hierarchy rotation="0"></hierarchy>';
const APP_TREE = '<hierarchy rotation="0"><node class="android.view.View" package="com.example" /></hierarchy>';
const DIALOG_FOCUS =
  "  mCurrentFocus=Window{9b1c u0 com.google.android.permissioncontroller/com.android.packageinstaller.GrantActivity}";

it("gives tree, focus and display in one round trip", async () => {
  const shell = fakeDeviceShell({ stdout: sectionOutput("mWakefulness=Awake", DIALOG_FOCUS, DUMPED, APP_TREE) });
  const tree = await readUiTree(shell, breathe, unaborted);
  expect(tree).toMatchObject({
    foregroundApp: "com.google.android.permissioncontroller",
    isScreenOn: true,
    roots: [{ role: "android.view.View", appId: "com.example" }],
  });
  expect(shell.commands).toHaveLength(1);
});

it.each([
  ["no window has the focus", "  mCurrentFocus=null"],
  ["a system window without an app has it", "  mCurrentFocus=Window{5d9c0b7 u0 NotificationShade}"],
])("takes the tree's own app for the one in front when %s", async (_case, focus) => {
  const shell = fakeDeviceShell({ stdout: sectionOutput("", focus, DUMPED, APP_TREE) });
  expect((await readUiTree(shell, breathe, unaborted)).foregroundApp).toBe("com.example");
});

it("says that the display is off when the screen is empty", async () => {
  // case 87
  const shell = fakeDeviceShell({ stdout: sectionOutput("mWakefulness=Asleep", "", DUMPED, EMPTY_TREE) });
  expect(await readUiTree(shell, breathe, unaborted)).toEqual({
    roots: [],
    foregroundApp: undefined,
    isScreenOn: false,
  });
});

const REGISTERED = "java.lang.IllegalStateException: UiAutomationService x already registered!";

it.each([
  { said: "ERROR: could not get idle state.", dump: "", output: "ERROR: could not get idle state." },
  { said: REGISTERED, dump: "", output: REGISTERED },
  { said: DUMPED, dump: "<hierarchy><node />", output: `${DUMPED} the dump breaks off in the middle` },
  { said: DUMPED, dump: "not XML", output: `${DUMPED} not XML` },
])("quotes $output in place of a tree, though every status was 0", async ({ said, dump, output }) => {
  // cases 112, 121
  const shell = fakeDeviceShell({ stdout: sectionOutput("mWakefulness=Awake", "", said, dump) });
  const refusal = await asyncRefusalOf(readUiTree(shell, breathe, unaborted));
  expect(refusal).toMatchObject({ code: "ui_dump_failed", data: { deviceId: "TESTPHONE01", output } });
});

it("tells what to stop when another tool holds the device", async () => {
  const shell = fakeDeviceShell({ stdout: sectionOutput("", "", REGISTERED, "") });
  const refusal = await asyncRefusalOf(readUiTree(shell, breathe, unaborted));
  expect(refusal.hint).toContain("Stop that tool");
});
