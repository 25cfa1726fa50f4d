/** The phone's end of one adb stream: bytes both ways, in order, with flow control, whatever carries it. */
export interface Channel {
  /** The next bytes from the other side, or `undefined` once it has closed. One reader at a time. */
  read(): Promise<Uint8Array | undefined>;
  /** Resolves when the other side can take more; writing to a closed stream does nothing. */
  write(bytes: Uint8Array): Promise<void>;
  /** Ends the stream after what was written. */
  close(): void;
  /** Aborted when the other side has closed or the transport broke. */
  readonly signal: AbortSignal;
}

/** Bytes that have come in and wait for their reader. */
export interface Inbox {
  /** Adds bytes; ignored after `finish`. */
  push(bytes: Uint8Array): void;
  /** No more will come: what is there can still be read. */
  finish(): void;
  /** As `Channel.read`. */
  read(): Promise<Uint8Array | undefined>;
}

/** Makes an empty inbox. `onRead` is called each time a chunk is handed to the reader: it may now be acknowledged. */
export function createInbox(onRead: () => void = () => undefined): Inbox {
  const chunks: Uint8Array[] = [];
  let isFinished = false;
  let wake: () => void = () => undefined;

  return {
    push(bytes) {
      if (isFinished) return;
      chunks.push(bytes);
      wake();
    },
    finish() {
      isFinished = true;
      wake();
    },
    async read() {
      while (chunks.length === 0 && !isFinished) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      const next = chunks.shift();
      if (next !== undefined) onRead();
      return next;
    },
  };
}

/** Reads counted bytes from chunks of any size. */
export interface ByteReader {
  /** Exactly so many bytes, or `undefined` when the stream ends before. */
  exactly(count: number): Promise<Buffer | undefined>;
  /** Whatever comes next, or `undefined` at the end. */
  some(): Promise<Uint8Array | undefined>;
}

/** Makes a byte reader over a source of chunks. */
export function createByteReader(read: () => Promise<Uint8Array | undefined>): ByteReader {
  const held: Uint8Array[] = [];
  let heldBytes = 0;

  return {
    async exactly(count) {
      while (heldBytes < count) {
        const chunk = await read();
        if (chunk === undefined) return undefined;
        held.push(chunk);
        heldBytes += chunk.length;
      }
      const all = Buffer.concat(held);
      held.length = 0;
      heldBytes = all.length - count;
      if (heldBytes > 0) held.push(all.subarray(count));
      return all.subarray(0, count);
    },
    async some() {
      const first = held.shift();
      if (first === undefined) return read();
      heldBytes -= first.length;
      return first;
    },
  };
}
