import { describe, expect, it } from "vitest";
import type { OpenFile } from "../../../src/core/appFile.js";
import { installApp } from "../../../src/devices/android/installApp.js";
import { toInstallReason } from "../../../src/devices/android/installFailure.js";
import type { StreamEnd } from "../../../src/devices/android/packageStream.js";
import { asyncRefusalOf } from "../../support/refusalOf.js";
import { unaborted } from "../../support/unaborted.js";

/** An installation on `A` whose stream ends like this, after two halves of a file of 100 bytes. */
function installing(end: StreamEnd) {
  const told: string[] = [];
  let closed = 0;
  const file: OpenFile = { sizeBytes: 100, chunks: async function* () {}, close: async () => void (closed += 1) };
  const installer = {
    deviceId: "A",
    openFile: async () => ({ is: "open", file }) as const,
    stream: async (_file: OpenFile, onSent: (bytes: number) => void) => {
      for (const bytes of [50, 51, 100]) onSent(bytes);
      return end;
    },
  };
  return {
    told,
    closed: () => closed,
    install: (path: string) =>
      installApp(
        installer,
        { path, onProgress: ({ done, message }) => void told.push(`${done} ${message}`) },
        unaborted,
      ),
  };
}

describe("installApp", () => {
  it("tells how far it has come, in steps, and closes the file (case 111)", async () => {
    const work = installing({ is: "answered", output: "Success\n" });
    await work.install("/apps/shop.APK");
    expect(work.told).toEqual(["50 sending the app", "100 the device installs the app"]);
    expect(work.closed()).toBe(1);
  });

  it("gives the device's reason, uninstalls nothing and says so (case 133)", async () => {
    const output = "Failure [INSTALL_FAILED_UPDATE_INCOMPATIBLE: Existing package com.example signatures do not match]";
    const refusal = await asyncRefusalOf(installing({ is: "answered", output }).install("/apps/shop.apk"));
    expect(refusal).toMatchObject({
      code: "install_failed",
      data: {
        reason:
          "an app of the same id with another signature is installed; only uninstallApp, which deletes its data, makes room",
      },
    });
  });

  it.each([
    ["not_sent", "did_not_run"],
    ["cut_short", "did_not_run"],
    ["unknown", "may_have_run"],
  ] as const)("says after a stream that ended as %s that it %s (case 111)", async (is, effect) => {
    const work = installing({ is, reason: "the cable was pulled" });
    expect(await asyncRefusalOf(work.install("/apps/shop.apk"))).toMatchObject({
      code: "device_lost",
      data: { effect },
    });
    expect(work.closed()).toBe(1);
  });

  it.each(["/etc/passwd", "/apps/shop.ipa", "/apps/apk"])("does not send %s (case 128)", async (path) => {
    const work = installing({ is: "answered", output: "Success" });
    expect((await asyncRefusalOf(work.install(path))).code).toBe("invalid_arguments");
    expect(work.told).toEqual([]);
  });
});

it.each([
  ["Failure [INSTALL_FAILED_INSUFFICIENT_STORAGE]", "the device has no room for it"],
  [
    "Failure [INSTALL_FAILED_VERSION_DOWNGRADE: 5 < 7]",
    "a newer version of it is installed; only uninstallApp, which deletes its data, makes room",
  ],
  ["Failure [INSTALL_FAILED_NO_MATCHING_ABIS: res=-113]", "it was not built for the device's processor"],
  ["Failure [INSTALL_PARSE_FAILED_NO_CERTIFICATES: x]", "it is not signed"],
  ["Failure [INSTALL_PARSE_FAILED_NOT_APK: x]", "the file is no valid APK"],
  ["Failure [SOMETHING_NEW]", "Failure [SOMETHING_NEW]"],
  ["", "the device gave no reason"],
])("understands %j (case 133)", (output, reason) => {
  expect(toInstallReason(output)).toBe(reason);
});
