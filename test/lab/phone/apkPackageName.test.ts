import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { apkPackageName } from "../../../src/lab/phone/apkPackageName.js";
import { SHOP_APK, SHOP_APP_ID } from "../../support/labApk.js";

describe("the package in an APK", () => {
  it("is read from what Android's own packer wrote", () => {
    expect(apkPackageName(SHOP_APK)).toBe(SHOP_APP_ID);
  });

  it.each([
    ["nothing", Buffer.alloc(0)],
    ["text", Buffer.from(`<manifest package="com.example.shop">`)],
    [
      "an archive without a manifest",
      Buffer.from(SHOP_APK.toString("latin1").replaceAll("AndroidM", "Androidm"), "latin1"),
    ],
    ["an archive that breaks off", SHOP_APK.subarray(0, 200)],
  ])("is not found in %s", (_, bytes) => {
    expect(apkPackageName(bytes)).toBe(undefined);
  });

  it("survives any damage", () => {
    fc.assert(
      fc.property(fc.nat(SHOP_APK.length - 1), fc.nat(255), (at, byte) => {
        const damaged = Buffer.from(SHOP_APK);
        damaged[at] = byte;
        expect(["string", "undefined"]).toContain(typeof apkPackageName(damaged));
      }),
      { numRuns: 500 },
    );
  });
});
