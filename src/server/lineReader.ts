import type { RequestId } from "./frame.js";
import { createOversizedLine, type OversizedLine } from "./oversizedLine.js";

const NEWLINE = 0x0a;

/** Where the lines of a stream go. */
export interface LineTaker {
  /** One whole line without its end; blank ones are left out. */
  line(text: string): void;
  /** A line over the limit came to its end; `requestId` as far as it could be read. */
  oversized(requestId: RequestId | undefined): void;
}

/** Cuts a byte stream into lines, keeping at most one unfinished line of bounded length. */
export interface LineReader {
  readonly take: (chunk: Uint8Array) => void;
  /** The stream is over: what came of its last line is a line too. */
  readonly end: () => void;
}

/** Makes a reader at the start of a line. `limit` is in bytes, without the line's end. */
export function createLineReader(limit: number, taker: LineTaker): LineReader {
  let pieces: Uint8Array[] = [];
  let length = 0;
  let oversized: OversizedLine | undefined;

  const add = (piece: Uint8Array): void => {
    if (oversized !== undefined) {
      oversized.take(piece);
      return;
    }
    pieces.push(piece);
    length += piece.length;
    if (length <= limit) return;
    oversized = createOversizedLine();
    for (const kept of pieces) oversized.take(kept);
    pieces = [];
  };
  const endLine = (): void => {
    if (oversized === undefined) {
      const text = Buffer.concat(pieces, length).toString("utf8").trim();
      if (text !== "") taker.line(text);
    } else taker.oversized(oversized.requestId());
    pieces = [];
    length = 0;
    oversized = undefined;
  };

  return {
    take(chunk) {
      let start = 0;
      for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, start)) {
        add(chunk.subarray(start, at));
        endLine();
        start = at + 1;
      }
      if (start < chunk.length) add(chunk.subarray(start));
    },
    end: endLine,
  };
}
