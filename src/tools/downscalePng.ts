/** A picture that was made smaller, or why it could not be read. */
export type Downscaled =
  | { readonly is: "scaled"; readonly png: Uint8Array; readonly widthPx: number; readonly heightPx: number }
  | { readonly is: "unreadable"; readonly reason: string };

/** Bytes of one pixel: red, green, blue, alpha. */
const CHANNELS = 4;

/**
 * The picture at `widthPx`, with its proportions kept; each pixel is the mean of those that it stands for. `widthPx` must
 * not be larger than the picture.
 */
export async function downscalePng(png: Uint8Array, widthPx: number): Promise<Downscaled> {
  // Loaded only by the calls that ask for it; by its default export, the one that a bundle keeps of a CommonJS package.
  const { PNG } = (await import("pngjs")).default;
  const { read, write } = PNG.sync;
  const source = decode(() => read(Buffer.from(png)));
  if (source instanceof Error) return { is: "unreadable", reason: source.message };
  const heightPx = Math.max(1, Math.round((source.height * widthPx) / source.width));
  const target = new PNG({ width: widthPx, height: heightPx });
  averageBoxes(source, target);
  return { is: "scaled", png: write(target), widthPx, heightPx };
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
  const sums = new Float64Array(target.width * CHANNELS);
  const counts = new Float64Array(target.width);
  const columnOf = Array.from({ length: source.width }, (_, x) => Math.floor((x * target.width) / source.width));
  let row = 0;
  for (let y = 0; y < source.height; y += 1) {
    addRow(source, y, { sums, counts, columnOf });
    const nextRow = Math.floor(((y + 1) * target.height) / source.height);
    if (nextRow === row) continue;
    writeRow(target, row, { sums, counts });
    row = nextRow;
  }
}

function addRow(
  source: Pixels,
  y: number,
  into: { readonly sums: Float64Array; readonly counts: Float64Array; readonly columnOf: readonly number[] },
): void {
  const { sums, counts, columnOf } = into;
  for (const [x, column] of columnOf.entries()) {
    const from = (y * source.width + x) * CHANNELS;
    for (let channel = 0; channel < CHANNELS; channel += 1) {
      const at = column * CHANNELS + channel;
      sums[at] = (sums[at] ?? 0) + (source.data[from + channel] ?? 0);
    }
    counts[column] = (counts[column] ?? 0) + 1;
  }
}

/** Writes the means of a row of boxes, and empties them for the next. */
function writeRow(
  target: Pixels,
  row: number,
  boxes: { readonly sums: Float64Array; readonly counts: Float64Array },
): void {
  const { sums, counts } = boxes;
  for (const [at, sum] of sums.entries()) {
    target.data[row * target.width * CHANNELS + at] = Math.round(sum / (counts[Math.floor(at / CHANNELS)] ?? 1));
  }
  sums.fill(0);
  counts.fill(0);
}
