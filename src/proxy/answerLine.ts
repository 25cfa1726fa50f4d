import { parseJson } from "../core/parseJson.js";
import { membersOf, parseFrame, type RequestId, toErrorLine, toOneLine } from "../server/frame.js";

/**
 * The response to one request in a text of the daemon's, letter for letter; `undefined` when it is none. An error whose
 * sender could not read the request's id is given it.
 */
export function toAnswerLine(text: string, id: RequestId): string | undefined {
  const value = parseJson(text);
  const frame = parseFrame(value);
  if (frame.is === "response") return frame.id === id ? toOneLine(text) : undefined;
  const { error, id: named } = membersOf(value);
  if (frame.is !== "invalid" || error === undefined || (named !== null && named !== undefined)) return undefined;
  const { code, message, data } = membersOf(error);
  if (typeof code !== "number" || typeof message !== "string") return undefined;
  return toErrorLine(id, data === undefined ? { code, message } : { code, message, data });
}
