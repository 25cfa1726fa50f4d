import { parseJson } from "../core/parseJson.js";
import { parseRequestId, type RequestId } from "./frame.js";

const MAX_TEXT_BYTES = 512;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const COMMA = 0x2c;
const OPENERS: ReadonlySet<number> = new Set([0x7b, 0x5b]);
const CLOSERS: ReadonlySet<number> = new Set([0x7d, 0x5d]);
const BLANKS: ReadonlySet<number> = new Set([0x20, 0x09, 0x0a, 0x0d]);

/**
 * Follows a line that is too long to be kept and remembers its outermost `id` and whether it has a `method`, so that its
 * sender can be told which request was refused. Takes the line in pieces; memory stays bounded.
 */
export interface OversizedLine {
  take(piece: Uint8Array): void;
  /** The `id` of a request; `undefined` when the line is a response, has no usable id, or is no JSON object. */
  requestId(): RequestId | undefined;
}

/** Starts at the first byte of the line. */
export function createOversizedLine(): OversizedLine {
  let depth = 0;
  let isInString = false;
  let isEscaped = false;
  let isKeyNext = true;
  let key = "";
  let token: number[] = [];
  let id: unknown;
  let isRequest = false;

  const keep = (byte: number): void => {
    if (depth === 1 && token.length < MAX_TEXT_BYTES) token.push(byte);
  };
  const endToken = (): unknown => {
    const text = Buffer.from(token).toString("utf8");
    const isWhole = token.length < MAX_TEXT_BYTES;
    token = [];
    return isWhole ? parseJson(text) : undefined;
  };
  const endMember = (): void => {
    const value = endToken();
    if (key === "id") id = value;
    if (key === "method") isRequest = true;
    key = "";
    isKeyNext = true;
  };
  const takeStructure = (byte: number): void => {
    if (OPENERS.has(byte)) depth += 1;
    else if (CLOSERS.has(byte)) {
      if (depth === 1) endMember();
      depth -= 1;
    } else if (depth === 1 && byte === COLON && isKeyNext) {
      const name = endToken();
      key = typeof name === "string" ? name : "";
      isKeyNext = false;
    } else if (depth === 1 && byte === COMMA) endMember();
    else if (!BLANKS.has(byte)) keep(byte);
  };

  return {
    take(piece) {
      for (const byte of piece) {
        if (isInString) {
          keep(byte);
          if (isEscaped) isEscaped = false;
          else if (byte === BACKSLASH) isEscaped = true;
          else if (byte === QUOTE) isInString = false;
        } else if (byte === QUOTE) {
          isInString = true;
          keep(byte);
        } else takeStructure(byte);
      }
    },
    requestId() {
      return isRequest ? parseRequestId(id) : undefined;
    },
  };
}
