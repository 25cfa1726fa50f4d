import { describe, expect, it } from "vitest";
import { parseRequestStateKeys } from "../../src/system/requestStateKeys.js";

const A = Buffer.alloc(32, 1);
const B = Buffer.alloc(48, 0xfb);

describe("AUTOMOBILE_REQUEST_STATE_KEY", () => {
  it.each([
    ["", []],
    [A.toString("base64"), [A]],
    [` ${B.toString("base64")} , ${A.toString("base64")}\n`, [B, A]],
    [B.toString("base64url"), [B]],
  ])("is read from %j", (text, keys) => {
    expect(parseRequestStateKeys(text)).toEqual({ keys, problem: undefined });
  });

  it.each([
    [A.subarray(1).toString("base64"), "key 1 is not base64 of at least 32 bytes"],
    [`${A.toString("base64")},!${A.toString("base64")}`, "key 2 is not base64 of at least 32 bytes"],
    [
      Array.from({ length: 3 }, () => A.toString("base64")).join(),
      "there are 3 keys in it; 2 are enough for a rotation",
    ],
  ])("is no key at all when one of them is wrong: %j", (text, problem) => {
    expect(parseRequestStateKeys(text)).toEqual({ keys: [], problem });
  });
});
