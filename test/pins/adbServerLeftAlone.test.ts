import { expect, it } from "vitest";
import { projectFiles, projectTexts } from "../support/projectFiles.js";

/** The lab is an adb server itself, and has to know the requests. */
const PRODUCT = /^(bin|src)\/(?!lab\/).*\.(ts|js)$/;
const ENDING = /["'`](host:)?(kill-server|kill|reconnect|reconnect-offline|disconnect)\b/;

it("is asked by no line of the product to end, or to let go of a device (case 92)", async () => {
  const texts = await projectTexts((await projectFiles()).filter((file) => PRODUCT.test(file)));
  expect(texts.length).toBeGreaterThan(100);
  expect(texts.filter(({ text }) => ENDING.test(text)).map(({ file }) => file)).toEqual([]);
});
