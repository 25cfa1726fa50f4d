import type { Readable, Writable } from "node:stream";
import { parseJson } from "../core/parseJson.js";
import { settleOnce } from "../core/settleOnce.js";
import { type ConnectionEra, eraAfter, eraOf } from "./connectionEra.js";
import { parseFrame, type RequestFrame, type RequestId, toResultLine } from "./frame.js";
import { createLineReader } from "./lineReader.js";
import type { AnswerLocally } from "./localAnswers.js";

/** Whoever has its answer has all that a client waits for at a start; what comes next is a call. */
const LAST_QUESTION = "tools/list";

/** An opening holds a few short messages; whoever sends more, in bytes, is served by the SDK at once. */
const MAX_OPENING_BYTES = 64 * 1024;

/** What an opening is made of. */
export interface OpeningParts {
  readonly input: Readable;
  readonly output: Writable;
  readonly answerLocally: AnswerLocally;
}

/**
 * The beginning of a stdio connection: what is said on it before the SDK is there. Requests that need no device are
 * answered from constants. Everything that came in is kept, and the SDK is told all of it afterwards, in the same order, so
 * that it comes to know the client as if it had been there; only what it says to requests that were answered is dropped.
 */
export interface Opening {
  /**
   * Resolves with `handed_over` when the SDK is to be loaded: for the first message that is not answered here, and after
   * the list of tools, so that the first call finds it there. With `over` when the connection ended before.
   */
  readonly ended: Promise<"handed_over" | "over">;
  /** Stops listening to the streams, and gives what was said so far. Until then plain requests are answered. */
  take(): OpeningRecord;
}

/** What was said during an opening. */
export interface OpeningRecord {
  /** Every byte that was read, in order. */
  readonly chunks: readonly Uint8Array[];
  /** Whether the input is over. */
  readonly hasEnded: boolean;
  /** The requests among them that have had their answer. */
  readonly answered: ReadonlySet<RequestId>;
}

/** Starts to read. */
export function createOpening({ input, output, answerLocally }: OpeningParts): Opening {
  const end = settleOnce<"handed_over" | "over">();
  const chunks: Uint8Array[] = [];
  const answered = new Set<RequestId>();
  let era: ConnectionEra = "open";
  let bytes = 0;
  let needsSdk = false;
  let hasEnded = false;

  const handOver = (): void => {
    needsSdk = true;
    // What comes meanwhile stays with the client, so that nothing is kept without bound.
    input.pause();
    end.settle("handed_over");
  };
  const answerOf = (request: RequestFrame): unknown => {
    const isExpected = era === "open" || (eraOf(request) === era && request.method !== "initialize");
    return isExpected && !answered.has(request.id) ? answerLocally(request) : undefined;
  };
  const takeLine = (line: string): void => {
    if (needsSdk) return;
    const frame = parseFrame(parseJson(line));
    // Before an era is decided, a notification may decide it; nobody begins like that.
    if (frame.is === "notification" && era !== "open") return;
    const result = frame.is === "request" ? answerOf(frame) : undefined;
    if (frame.is !== "request" || result === undefined) {
      handOver();
      return;
    }
    era = eraAfter(era, frame);
    answered.add(frame.id);
    output.write(`${toResultLine(frame.id, result)}\n`);
    if (frame.method === LAST_QUESTION) end.settle("handed_over");
  };
  const reader = createLineReader(MAX_OPENING_BYTES, { line: takeLine, oversized: handOver });
  const onData = (chunk: Uint8Array): void => {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > MAX_OPENING_BYTES) handOver();
    else reader.take(chunk);
  };
  const onEnd = (): void => {
    hasEnded = true;
    if (!needsSdk) reader.end();
    end.settle("over");
  };
  const onBroken = (): void => {
    hasEnded = true;
    input.pause();
    end.settle("over");
  };

  input.on("data", onData);
  input.once("end", onEnd);
  input.once("close", onEnd);
  input.once("error", onBroken);
  output.on("error", onBroken);
  output.once("close", onBroken);
  return {
    ended: end.settled,
    take() {
      input.off("data", onData);
      input.off("end", onEnd);
      input.off("close", onEnd);
      input.off("error", onBroken);
      output.off("error", onBroken);
      output.off("close", onBroken);
      return { chunks, hasEnded, answered };
    },
  };
}
