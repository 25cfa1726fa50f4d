import { describe, expect, it } from "vitest";
import { takeScreenshot } from "../../../src/devices/android/screenshot.js";
import { parsePicture } from "../../../src/devices/picture.js";
import { fakeDeviceShell } from "../../support/fakeDeviceShell.js";
import { asyncRefusalOf } from "../../support/refusalOf.js";
import { unaborted } from "../../support/unaborted.js";

/** The first chunk of a picture of 258 × 1027 pixels, and the end of the file. */
const PNG = Buffer.from(
  "89504e470d0a1a0a0000000d49484452000001020000040308060000000000000000000000" + "49454e44ae426082",
  "hex",
);

function shellOutput(power: string, picture: string | Uint8Array): Buffer {
  return Buffer.concat([Buffer.from(`${power}\n\n--automobile-section--\n`), Buffer.from(picture)]);
}

describe("takeScreenshot", () => {
  it("gives the bytes as they came, with the size that they hold", async () => {
    const shell = fakeDeviceShell({ stdout: shellOutput("  mWakefulness=Awake", PNG) });
    expect(await takeScreenshot(shell, unaborted)).toEqual({
      png: PNG,
      widthPx: 258,
      heightPx: 1027,
      strippedText: undefined,
      isScreenOn: true,
    });
    expect(shell.commands).toHaveLength(1);
  });

  it("takes a warning off and reports it", async () => {
    // case 116
    const warning = "[Warning] Multiple displays were found, but no display id was specified!\n";
    const stdout = shellOutput("", Buffer.concat([Buffer.from(warning), PNG]));
    const screenshot = await takeScreenshot(fakeDeviceShell({ stdout }), unaborted);
    expect(screenshot.strippedText).toBe(warning.trim());
    expect(screenshot.png).toEqual(PNG);
  });

  it("names the likely cause when a secure screen gives nothing", async () => {
    // case 118
    const refusal = await asyncRefusalOf(
      takeScreenshot(fakeDeviceShell({ stdout: shellOutput("mWakefulness=Awake", "") }), unaborted),
    );
    expect(refusal.code).toBe("screenshot_blocked");
    expect(refusal.message).toContain("forbids pictures");
    expect(refusal.data).toEqual({ deviceId: "TESTPHONE01" });
  });

  it("names the display when it is off, and quotes what came instead of a picture", async () => {
    const stdout = shellOutput("mWakefulness=Asleep", "Failed to take screenshot. Status: -1");
    const refusal = await asyncRefusalOf(takeScreenshot(fakeDeviceShell({ stdout }), unaborted));
    expect(refusal.message).toBe(
      'TESTPHONE01 gave no picture but "Failed to take screenshot. Status: -1"; its display is off.',
    );
  });
});

it.each([
  ["nothing", Buffer.alloc(0)],
  ["text", Buffer.from("no picture here")],
  ["a signature and no more", PNG.subarray(0, 8)],
  ["a first chunk that is cut", PNG.subarray(0, 20)],
  ["a first chunk of another kind", Buffer.from(PNG.toString("latin1").replace("IHDR", "IDAT"), "latin1")],
])("finds no picture in %s", (_case, bytes) => {
  expect(parsePicture(bytes)).toBeUndefined();
});
