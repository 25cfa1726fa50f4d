import type { Readable, Writable } from "node:stream";
import type { Cancel, Timer } from "../core/timer.js";

/** A client that takes no message for that long has hung. It would hold its server for good. */
export const UNREAD_TIMEOUT_MS = 120_000;

/** How long an ended server may take to close what is open; after that its process ends with whatever nobody took. */
export const END_WITHIN_MS = 5000;

/** While more than that waits for a client, nothing more of it is read, so that it cannot fill the memory. In bytes. */
export const MAX_UNREAD_BYTES = 8 * 1024 * 1024;

/** The way to one client on a stream. */
export interface ClientOutput {
  /** Writes one line. Resolves when the client's side has taken it; rejects when the stream says that it never will. */
  write(line: string): Promise<void>;
  /** Waits for the client no more. */
  close(): void;
}

/** What a way to a client is made of. */
export interface ClientOutputParts {
  readonly output: Writable;
  /** Where the same client's messages come from. */
  readonly input: Readable;
  readonly timer: Timer;
  /** The client has taken nothing for `UNREAD_TIMEOUT_MS`. */
  readonly onUnread: () => void;
}

/** Makes the way. What others have written to `output` and nobody has taken yet counts as waiting too. */
export function createClientOutput({ output, input, timer, onUnread }: ClientOutputParts): ClientOutput {
  let unread = 0;
  let isClosed = false;
  let stopWaiting: Cancel = () => undefined;
  const waitForClient = (): void => {
    stopWaiting();
    if (unread > 0 && !isClosed) stopWaiting = timer.after(UNREAD_TIMEOUT_MS, "client: takes nothing", onUnread);
  };
  const holdInput = (): void => {
    input.pause();
    output.once("drain", () => {
      if (!isClosed) input.resume();
    });
  };
  const push = async (text: string): Promise<void> => {
    await new Promise<void>((resolve, reject) => {
      unread += 1;
      output.write(text, (error) => {
        unread -= 1;
        waitForClient();
        if (error) reject(error);
        else resolve();
      });
      if (unread === 1) waitForClient();
      if (output.writableLength > MAX_UNREAD_BYTES && !input.isPaused()) holdInput();
    });
  };
  // An empty text is taken when all that was written before it is.
  if (output.writableLength > 0) void push("").catch(() => undefined);
  return {
    write: (line) => push(`${line}\n`),
    close() {
      isClosed = true;
      stopWaiting();
    },
  };
}
