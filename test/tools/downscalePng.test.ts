import fc from "fast-check";
import { PNG } from "pngjs";
import { expect, it, test } from "vitest";
import { breathe } from "../../src/system/breathe.js";
import { downscalePng } from "../../src/tools/downscalePng.js";
import { countedBreaths } from "../support/breaths.js";

/** A grey picture, one byte per pixel. */
function greyPng(width: number, greys: readonly number[]): Uint8Array {
  const png = new PNG({ width, height: greys.length / width });
  png.data.set(greys.flatMap((grey) => [grey, grey, grey, 255]));
  return PNG.sync.write(png);
}

/** The picture made smaller, as its size and one byte per pixel. */
async function scaled(png: Uint8Array, toWidth: number) {
  const small = await downscalePng(png, toWidth, breathe);
  if (small.is === "unreadable") throw new Error(small.reason);
  const { data } = PNG.sync.read(Buffer.from(small.png));
  return { ...small, greys: [...data].filter((_, index) => index % 4 === 0) };
}

it("gives each pixel the mean of those that it stands for", async () => {
  const picture = greyPng(4, [0, 10, 200, 200, 20, 30, 100, 100]);
  expect(await scaled(picture, 2)).toMatchObject({ widthPx: 2, heightPx: 1, greys: [15, 150] });
});

it("takes a breath before and after the means, so that a large picture holds up nobody for all of it", async () => {
  const breaths = countedBreaths();

  await downscalePng(greyPng(4, [1, 2, 3, 4]), 2, breaths.breathe);

  expect(breaths.count()).toBe(2);
});

it("keeps a line of a wide picture", async () => {
  expect(await downscalePng(greyPng(8, [1, 1, 1, 1, 1, 1, 1, 1]), 2, breathe)).toMatchObject({
    widthPx: 2,
    heightPx: 1,
  });
});

it.each([
  { what: "nothing", bytes: new Uint8Array() },
  { what: "text", bytes: Buffer.from("[Warning] Multiple displays") },
  { what: "half a picture", bytes: greyPng(4, [1, 2, 3, 4]).subarray(0, 40) },
])("says that $what is no picture", async ({ bytes }) => {
  expect(await downscalePng(bytes, 1, breathe)).toMatchObject({ is: "unreadable" });
});

test("a picture of one colour stays of that colour at any size", async () => {
  const sizes = fc.record({ width: fc.integer({ min: 1, max: 20 }), height: fc.integer({ min: 1, max: 20 }) });
  await fc.assert(
    fc.asyncProperty(sizes, fc.integer({ min: 1, max: 20 }), async ({ width, height }, wanted) => {
      const widthPx = Math.min(wanted, width);
      const small = await scaled(
        greyPng(
          width,
          Array.from({ length: width * height }, () => 77),
        ),
        widthPx,
      );
      expect(small.widthPx).toBe(widthPx);
      expect(new Set(small.greys)).toEqual(new Set([77]));
    }),
  );
});
