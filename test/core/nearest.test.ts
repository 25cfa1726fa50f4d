import { expect, it } from "vitest";
import { nearest } from "../../src/core/nearest.js";

const KNOWN = ["deviceId", "platform", "text"];

it.each([
  { word: "device_id", meant: "deviceId" },
  { word: "deviceid", meant: "deviceId" },
  { word: "plaform", meant: "platform" },
  { word: "tex", meant: "text" },
  { word: "udid", meant: undefined },
  { word: "", meant: undefined },
])("takes $word for $meant", ({ word, meant }) => {
  expect(nearest(word, KNOWN)).toBe(meant);
});

it("takes the first of two that are as close", () => {
  expect(nearest("taxt", ["text", "tact"])).toBe("text");
});
