import { expect, it } from "vitest";
import { toFocusNote } from "../../src/tools/focusNote.js";
import { fakeNode, fakeTree } from "../support/fakeDriver.js";

const DIALOG = "com.google.android.permissioncontroller";

it.each([
  ["the app itself", "com.example.app", "com.example.app", undefined],
  ["an unknown app", undefined, "com.example.app", undefined],
  [
    "a permission dialog that is listed",
    DIALOG,
    DIALOG,
    "A window of the system is in front of the app. Answer it with tapOn, or press back, before going on in the app.",
  ],
  [
    "a dialog that is not listed",
    DIALOG,
    "com.example.app",
    "The focus is in com.google.android.permissioncontroller, whose elements are not listed here. Use captureScreenshot to see it and tapAt to answer it.",
  ],
])("says of a focus in %s what an agent has to know (case 131)", (_case, foregroundApp, appId, note) => {
  expect(toFocusNote(fakeTree([fakeNode({ appId })], { foregroundApp }))).toBe(note);
});
