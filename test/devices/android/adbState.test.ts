import { expect, it } from "vitest";
import { isPassing, parseAdbState, type AdbState } from "../../../src/devices/android/adbState.js";

it.each<[string, AdbState]>([
  ["device", { is: "attached" }],
  ["offline", { is: "not_ready", reason: "offline" }],
  ["unauthorized", { is: "not_ready", reason: "unauthorized" }],
  ["authorizing", { is: "not_ready", reason: "authorizing" }],
  ["connecting", { is: "not_ready", reason: "connecting" }],
  ["recovery", { is: "not_ready", reason: "recovery" }],
  ["rescue", { is: "not_ready", reason: "rescue" }],
  ["sideload", { is: "not_ready", reason: "sideload" }],
  ["bootloader", { is: "not_ready", reason: "bootloader" }],
  ["host", { is: "not_ready", reason: "host" }],
  ["detached", { is: "not_ready", reason: "detached" }],
  ["no permissions; see [x]", { is: "not_ready", reason: "no_permissions", detail: "no permissions; see [x]" }],
  ["no device", { is: "unknown", text: "no device" }],
  ["DEVICE", { is: "unknown", text: "DEVICE" }],
  ["hibernating", { is: "unknown", text: "hibernating" }],
  ["", { is: "unknown", text: "" }],
])("reads the state %j", (text, expected) => {
  // case 73
  expect(parseAdbState(text)).toEqual(expected);
});

it.each<[string, boolean]>([
  ["connecting", true],
  ["authorizing", true],
  ["unauthorized", false],
  ["offline", false],
  ["device", false],
  ["hibernating", false],
])("expects adb to leave the state %j by itself: %s", (text, expected) => {
  expect(isPassing(parseAdbState(text))).toBe(expected);
});
