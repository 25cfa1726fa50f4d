import type { Screenshot } from "./deviceDriver.js";

// https://www.w3.org/TR/png/#5PNG-file-signature and #11IHDR
const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const IHDR_TYPE_AT = 12;
const IHDR_WIDTH_AT = 16;
const IHDR_HEIGHT_AT = 20;
const IHDR_END = 24;

/** Finds the PNG in what a device or its tool wrote; `undefined` when there is none. Text before it is reported. */
export function parsePicture(output: Buffer): Omit<Screenshot, "isScreenOn"> | undefined {
  const start = output.indexOf(PNG_SIGNATURE);
  if (start === -1) return undefined;
  const png = output.subarray(start);
  if (png.length < IHDR_END || png.toString("latin1", IHDR_TYPE_AT, IHDR_WIDTH_AT) !== "IHDR") return undefined;
  const before = output.toString("utf8", 0, start).trim();
  return {
    png,
    widthPx: png.readUInt32BE(IHDR_WIDTH_AT),
    heightPx: png.readUInt32BE(IHDR_HEIGHT_AT),
    strippedText: before === "" ? undefined : before,
  };
}
