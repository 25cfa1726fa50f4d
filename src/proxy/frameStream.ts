import type { Readable, Writable } from "node:stream";
import { MAX_MESSAGE_BYTES } from "../core/messageLimit.js";
import { parseJson } from "../core/parseJson.js";
import { RPC_ERROR_CODE } from "../core/rpcErrorCode.js";
import { settleOnce } from "../core/settleOnce.js";
import type { Timer } from "../core/timer.js";
import { createClientOutput, UNREAD_TIMEOUT_MS } from "../server/clientOutput.js";
import { createLineReader } from "../server/lineReader.js";
import { type Frame, parseFrame, type RequestId, toErrorLine } from "../server/frame.js";

/** The two streams of one client. */
export interface FrameStreams {
  readonly input: Readable;
  readonly output: Writable;
  /** Bounds the wait for a client that reads nothing. */
  readonly timer: Timer;
}

/** Where messages and oddities go. */
export interface FrameTaker {
  /** One message with the very line that it stood on. Invalid ones are answered already. */
  frame(frame: Exclude<Frame, { is: "invalid" }>, line: string): void;
  /** Something of the client's could not be read, or the client reads nothing. */
  oddity(what: string): void;
}

/** JSON-RPC over a pair of streams, one message a line, without the SDK: a proxy has to answer before that is loaded. */
export interface FrameStream {
  /** Writes one line. Resolves when the client's side has taken it, or never will. */
  send(line: string): Promise<void>;
  /** Resolves when the input has ended, the output broke or is not read any more, or `close` was called. */
  readonly closed: Promise<undefined>;
  /** Reads no more. */
  close(): void;
}

/**
 * Starts to read. A line that is no JSON is reported and skipped; JSON that is no message, and a line over the limit, are
 * answered with `-32600`. A client that takes nothing for `UNREAD_TIMEOUT_MS` is given up.
 */
export function openFrameStream({ input, output, timer }: FrameStreams, taker: FrameTaker): FrameStream {
  const end = settleOnce<undefined>();
  const stop = (): void => {
    if (!end.settle(undefined)) return;
    toClient.close();
    input.off("data", reader.take);
    input.pause();
  };
  const toClient = createClientOutput({
    ...{ input, output, timer },
    onUnread: () => {
      taker.oddity(`closed: the client took nothing for ${UNREAD_TIMEOUT_MS / 1000} s`);
      stop();
    },
  });
  // A client that is gone is told by the stream's own end, not to each writer.
  const send = async (line: string): Promise<void> => await toClient.write(line).catch(() => undefined);
  const refuse = (id: RequestId | undefined, message: string): void => {
    void send(toErrorLine(id, { code: RPC_ERROR_CODE.invalidRequest, message }));
  };
  const takeLine = (line: string): void => {
    const value = parseJson(line);
    if (value === undefined) {
      taker.oddity("skipped a line that is no JSON");
      return;
    }
    const frame = parseFrame(value);
    if (frame.is !== "invalid") taker.frame(frame, line);
    else if (frame.awaitsAnswer) refuse(frame.id, "Not a JSON-RPC 2.0 message");
    else taker.oddity("skipped a response that is none");
  };
  const reader = createLineReader(MAX_MESSAGE_BYTES, {
    line: takeLine,
    oversized: (id) => {
      refuse(id, `A message must not be longer than ${MAX_MESSAGE_BYTES} bytes`);
    },
  });
  input.on("data", reader.take);
  input.once("end", () => {
    reader.end();
    stop();
  });
  input.once("close", stop);
  input.once("error", stop);
  output.on("error", stop);
  output.once("close", stop);
  return { send, closed: end.settled, close: stop };
}
