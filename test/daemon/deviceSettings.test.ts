import { describe, expect, it } from "vitest";
import { describeDifferences, toDeviceSettings } from "../../src/daemon/deviceSettings.js";
import { readSettings } from "../../src/system/settings.js";

const LAB = { lab: 2, allowDevices: [], requireDeviceId: false };

describe("a server's settings", () => {
  it("differ in the only folder that apps may be installed from", () => {
    const mine = toDeviceSettings(LAB, readSettings({ AUTOMOBILE_APP_DIR: "/apps" }));
    const theirs = toDeviceSettings(LAB, readSettings({}));

    expect(describeDifferences(mine, theirs)).toEqual(["AUTOMOBILE_APP_DIR: here /apps, in the daemon not given"]);
  });

  it("differ in no order, and in nothing that was given twice", () => {
    const mine = toDeviceSettings({ ...LAB, allowDevices: ["B", "A", "B"] }, readSettings({}));
    const theirs = toDeviceSettings({ ...LAB, allowDevices: ["A", "B"] }, readSettings({}));

    expect(describeDifferences(mine, theirs)).toEqual([]);
  });
});
