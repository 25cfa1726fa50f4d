import type { Breathe } from "../core/breathe.js";

/** A picture that was made smaller, or why it could not be read. */
export type Downscaled =
  | { readonly is: "scaled"; readonly png: Uint8Array; readonly widthPx: number; readonly heightPx: number }
  | { readonly is: "unreadable"; readonly reason: string };

/** Bytes of one pixel: red, green, blue, alpha. */
const CHANNELS = 4;
/** Screens are flat areas: trying every filter on each row takes several times as long and makes the file no smaller. */
const PLAIN_ROWS = { filterType: 0 } as const;

/**
 * The picture at `widthPx`, with its proportions kept; each pixel is the mean of those that it stands for. `widthPx` must
 * not be larger than the picture. Takes a breath between its steps, each of which lasts one or two tenths of a second for a
 * large screen, and none within them: the decoder's own way of reading in pieces throws where nobody can catch it, if the
 * picture is broken.
 */
export async function downscalePng(png: Uint8Array, widthPx: number, breathe: Breathe): Promise<Downscaled> {
  // Loaded only by the calls that ask for it; by its default export, the one that a bundle keeps of a CommonJS package.
  const { PNG } = (await import("pngjs")).default;
  const { read, write } = PNG.sync;
  const source = decode(() => read(Buffer.from(png)));
  if (source instanceof Error) return { is: "unreadable", reason: source.message };
  const heightPx = Math.max(1, Math.round((source.height * widthPx) / source.width));
  const target = new PNG({ width: widthPx, height: heightPx });
  await breathe();
  averageBoxes(source, target);
  await breathe();
  return { is: "scaled", png: write(target, PLAIN_ROWS), widthPx, heightPx };
}

/** The decoder tells bytes that are no picture only by throwing. */
function decode<Picture>(read: () => Picture): Picture | Error {
  try {
    return read();
  } catch (error) {
    if (error instanceof Error) return error;
    throw error;
  }
}

interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** Every source pixel falls into exactly one box, so nothing is counted twice or left out. */
function averageBoxes(source: Pixels, target: Pixels): void {
  const boxes: RowOfBoxes = {
    sums: new Float64Array(target.width * CHANNELS),
    counts: new Float64Array(target.width),
    columnOf: Uint32Array.from({ length: source.width }, (_, x) => Math.floor((x * target.width) / source.width)),
  };
  let row = 0;
  for (let y = 0; y < source.height; y += 1) {
    addRow(boxes, source, y);
    const nextRow = Math.floor(((y + 1) * target.height) / source.height);
    if (nextRow === row) continue;
    writeRow(boxes, target, row);
    row = nextRow;
  }
}

/** What was added up so far for one row of the target. */
interface RowOfBoxes {
  readonly sums: Float64Array;
  /** Source pixels in each box. */
  readonly counts: Float64Array;
  /** The box of each source column. */
  readonly columnOf: Uint32Array;
}

// Counted loops, as these run once per pixel of a screen.
function addRow({ sums, counts, columnOf }: RowOfBoxes, source: Pixels, y: number): void {
  for (let x = 0; x < source.width; x += 1) {
    const column = columnOf[x] ?? 0;
    const from = (y * source.width + x) * CHANNELS;
    for (let channel = 0; channel < CHANNELS; channel += 1) {
      const at = column * CHANNELS + channel;
      sums[at] = (sums[at] ?? 0) + (source.data[from + channel] ?? 0);
    }
    counts[column] = (counts[column] ?? 0) + 1;
  }
}

/** Writes the means of a row of boxes, and empties them for the next. */
function writeRow({ sums, counts }: RowOfBoxes, target: Pixels, row: number): void {
  const start = row * target.width * CHANNELS;
  for (let at = 0; at < sums.length; at += 1) {
    target.data[start + at] = Math.round((sums[at] ?? 0) / (counts[Math.floor(at / CHANNELS)] ?? 1));
  }
  sums.fill(0);
  counts.fill(0);
}
