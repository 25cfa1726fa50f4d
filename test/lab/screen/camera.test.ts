import { PNG } from "pngjs";
import { describe, expect, it } from "vitest";
import { looseLabPhone, runOnPhone } from "../../support/labShell.js";
import type { Phone } from "../../../src/lab/phone/phone.js";

async function pictureOf(phone: Phone): Promise<PNG> {
  return PNG.sync.read(Buffer.from(await phone.picture()));
}

/** Rows in which two pictures differ. */
function differingRows(one: PNG, other: PNG): readonly number[] {
  return Array.from({ length: one.height }, (_, row) => row).filter((row) => {
    const [from, to] = [row * one.width * 4, (row + 1) * one.width * 4];
    return !one.data.subarray(from, to).equals(other.data.subarray(from, to));
  });
}

describe("a picture of the screen", () => {
  it("is a PNG of the size that the phone says", async () => {
    const { width, height } = await pictureOf(looseLabPhone());
    expect([width, height]).toEqual([720, 1600]);
  });

  it("changes where the screen changed, and there only", async () => {
    const phone = looseLabPhone();
    const before = await pictureOf(phone);
    phone.act({ kind: "say_hello" });
    const rows = differingRows(before, await pictureOf(phone));
    expect(rows.length).toBeGreaterThan(10);
    expect(rows.every((row) => row >= 632 && row < 676)).toBe(true);
  });

  it("shows the same state with the same bytes", async () => {
    const phone = looseLabPhone();
    const before = await phone.picture();
    phone.act({ kind: "tick", row: "Send the invoice" });
    phone.act({ kind: "tick", row: "Send the invoice" });
    expect(await phone.picture()).toEqual(before);
  });

  it("has another colour on another phone", async () => {
    const [one, other] = [looseLabPhone(), looseLabPhone({}, undefined, 1)];
    const [onePicture, otherPicture] = [await pictureOf(one), await pictureOf(other)];
    expect(onePicture.data.subarray(0, 4)).not.toEqual(otherPicture.data.subarray(0, 4));
  });

  it("is black while the display is off", async () => {
    const phone = looseLabPhone();
    await runOnPhone(phone, "input keyevent POWER");
    const { data } = await pictureOf(phone);
    expect(data.subarray(0, 8)).toEqual(Buffer.from([0, 0, 0, 255, 0, 0, 0, 255]));
  });
});
