import type { Candidate, RefusalCode, RefusalDetail } from "../../src/core/refusal.js";
import { ambiguousDeviceTarget } from "../../src/targeting/targetRefusals.js";

const GALAXY: Candidate = {
  deviceId: "R3CN90ABCDE",
  platform: "android",
  name: "Galaxy S23",
  model: "SM-S911B",
  osVersion: "14",
  kind: "hardware",
};
const EMULATOR: Candidate = {
  deviceId: "emulator-5554",
  platform: "android",
  name: "Pixel_8_API_35",
  model: "sdk_gphone64_x86_64",
  osVersion: "15",
  kind: "emulator",
};
const SIMULATOR: Candidate = {
  deviceId: "5E2F1C07-9B1D-4C55-8B0E-0A6D3C5B7F21",
  platform: "ios",
  name: "iPhone 16",
  kind: "simulator",
};

/** One refusal of every code, under its code, with every field that the code can have. */
export const SAMPLE_REFUSALS: Readonly<Record<RefusalCode, RefusalDetail>> = {
  ambiguous_device_target: ambiguousDeviceTarget("tapOn", [GALAXY, EMULATOR]).detail,
  stale_answer: {
    code: "stale_answer",
    message: "tapOn did not run: an answer came for a question that is not open any more.",
    hint: "Call tapOn again without an answer, or name the device with deviceId.",
    data: {},
  },
  device_id_required: {
    code: "device_id_required",
    message: "This server runs tapOn only on a device that the call names. It was not run.",
    hint: 'Repeat tapOn with deviceId "R3CN90ABCDE".',
    data: { candidates: [GALAXY] },
  },
  invalid_arguments: {
    code: "invalid_arguments",
    message: "swipe does not take these arguments. It was not run.",
    hint: "Mend the arguments that are named, then repeat swipe.",
    data: {
      problems: [
        { argument: "from.x", problem: "expected a number" },
        { argument: "speed", problem: "is not an argument of swipe" },
      ],
    },
  },
  no_device: {
    code: "no_device",
    message: "tapOn can use none of the attached devices.",
    hint: "Call listDevices for what each of them needs, then repeat tapOn.",
    data: { excluded: [{ deviceId: "0A1B2C3D", platform: "android", reason: "it is still starting" }] },
  },
  device_not_found: {
    code: "device_not_found",
    message: 'No attached device has the id "emulator-5556".',
    hint: "Call listDevices.",
    data: { deviceId: "emulator-5556", available: [EMULATOR, SIMULATOR] },
  },
  device_not_ready: {
    code: "device_not_ready",
    message: "It has not allowed this computer to debug it.",
    hint: "Accept the prompt on the phone.",
    data: { deviceId: "R3CN90ABCDE", platform: "android", state: "unauthorized" },
  },
  platform_conflict: {
    code: "platform_conflict",
    message: "emulator-5554 is an Android device, and tapOn was called for iOS.",
    hint: "Repeat tapOn without platform.",
    data: { deviceId: "emulator-5554", devicePlatform: "android", requestedPlatform: "ios" },
  },
  discovery_incomplete: {
    code: "discovery_incomplete",
    message: "simctl could not be asked for devices.",
    hint: "Mend simctl, then repeat tapOn.",
    data: { failedSources: [{ source: "simctl", reason: "it did not answer" }], candidates: [GALAXY] },
  },
  unsupported_on_device: {
    code: "unsupported_on_device",
    message: "getLogs does not work on iOS.",
    hint: "Use another tool.",
    data: { deviceId: SIMULATOR.deviceId, platform: "ios" },
  },
  element_not_found: {
    code: "element_not_found",
    message: 'Nothing on the screen has the text "Sign in".',
    hint: "Call observe to see what is there.",
    data: { deviceId: "emulator-5554", visible: ["Log in", "Schließen"] },
  },
  ui_dump_failed: {
    code: "ui_dump_failed",
    message: "The screen's tree could not be read.",
    hint: "Repeat observe when the screen is still.",
    data: { deviceId: "emulator-5554", output: "ERROR: could not get idle state." },
  },
  screenshot_blocked: {
    code: "screenshot_blocked",
    message: "The screen does not allow screenshots.",
    hint: "Leave the secure screen, then repeat captureScreenshot.",
    data: { deviceId: "emulator-5554" },
  },
  app_not_installed: {
    code: "app_not_installed",
    message: "com.example.app is not installed.",
    hint: "Call listApps.",
    data: { deviceId: "emulator-5554", appId: "com.example.app" },
  },
  install_failed: {
    code: "install_failed",
    message: "The package was not installed.",
    hint: "Uninstall the other version first.",
    data: { deviceId: "emulator-5554", reason: "INSTALL_FAILED_UPDATE_INCOMPATIBLE" },
  },
  text_unsupported: {
    code: "text_unsupported",
    message: "Some characters cannot be typed. Nothing was typed.",
    hint: "Leave them out.",
    data: { deviceId: "emulator-5554", characters: ["ש", "☝"] },
  },
  command_failed: {
    code: "command_failed",
    message: "The device refused the command.",
    hint: "Call observe to see the screen as it is.",
    data: { deviceId: "emulator-5554", output: "Error: Activity not started" },
  },
  device_lost: {
    code: "device_lost",
    message: "The device went away during the command.",
    hint: "Reconnect it, then look whether the command ran.",
    data: { deviceId: "emulator-5554", effect: "may_have_run" },
  },
  timed_out: {
    code: "timed_out",
    message: "The device did not take the command in time.",
    hint: "Repeat it.",
    data: { deviceId: "emulator-5554", timeoutMs: 30_000, effect: "did_not_run" },
  },
  adb_not_found: {
    code: "adb_not_found",
    message: "No adb program was found.",
    hint: "Install the Android platform tools.",
    data: { tried: ["/opt/android/platform-tools/adb", "/usr/bin/adb"] },
  },
  adb_unreachable: {
    code: "adb_unreachable",
    message: "The adb server does not answer.",
    hint: "Run adb start-server.",
    data: { address: "127.0.0.1:5037", cause: "connection refused" },
  },
  xcode_unusable: {
    code: "xcode_unusable",
    message: "xcrun simctl does not answer.",
    hint: "Run xcrun simctl help in a terminal and answer what it asks.",
    data: { tool: "simctl", cause: "it was asked twice and gave no list" },
  },
  store_unreachable: {
    code: "store_unreachable",
    message: "The store that this server shares with others cannot be used: it is full. The call did not run.",
    hint: "Call again in a moment.",
    data: { cause: "it is full", effect: "did_not_run" },
  },
  daemon_unreachable: {
    code: "daemon_unreachable",
    message: "The daemon went away during tapOn.",
    hint: "Look at the device with observe first.",
    data: { cause: "socket hang up", effect: "may_have_run" },
  },
  daemon_settings_differ: {
    code: "daemon_settings_differ",
    message: "tapOn did not run: the running daemon has other device settings.",
    hint: "Have the user stop it.",
    data: { differences: ["--lab: here 2, in the daemon not given"] },
  },
  too_many_tasks: {
    code: "too_many_tasks",
    message: "waitFor did not run: 32 tasks work or wait for an answer already, and there may be no more.",
    hint: "Wait until a task has ended, answer the one that waits or cancel it with tasks/cancel, then repeat waitFor.",
    data: { limit: 32 },
  },
};
