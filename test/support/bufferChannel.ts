import type { Channel } from "../../src/lab/channel.js";
import { unaborted } from "./unaborted.js";

/** A channel whose other side has said all it will say; what is written to it is kept. */
export interface BufferChannel extends Channel {
  /** Everything that was written, one byte a character. */
  written(): string;
}

/** Makes a channel from which these chunks come, and then the end. */
export function bufferChannel(...chunks: readonly (string | Uint8Array)[]): BufferChannel {
  const incoming = chunks.map((chunk) => (typeof chunk === "string" ? Buffer.from(chunk, "latin1") : chunk));
  const outgoing: Uint8Array[] = [];
  return {
    signal: unaborted,
    read: async () => incoming.shift(),
    write: async (bytes) => void outgoing.push(bytes),
    close: () => undefined,
    written: () => Buffer.concat(outgoing).toString("latin1"),
  };
}
