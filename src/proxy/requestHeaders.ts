import { namedRevision } from "../server/envelope.js";
import { type CarriedMessage, requestName } from "../server/carriedMessage.js";

/** A value that HTTP carries unchanged, and that nobody takes for an encoded one. */
const PLAIN_VALUE = /^(?!=\?base64\?.*\?=$)[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?$/;

/**
 * The headers with which a message travels over Streamable HTTP: on the modern era they repeat what the body says, and
 * the server refuses a message whose header and body differ.
 */
export function protocolHeaders(
  message: CarriedMessage,
  legacyRevision: string | undefined,
): Readonly<Record<string, string>> {
  const revision = namedRevision(message.params);
  if (revision === undefined) return legacyRevision === undefined ? {} : { "mcp-protocol-version": legacyRevision };
  const name = requestName(message);
  return {
    "mcp-protocol-version": toHeaderValue(revision),
    "mcp-method": toHeaderValue(message.method),
    ...(name === undefined ? {} : { "mcp-name": toHeaderValue(name) }),
  };
}

/** As it is, or in the specification's Base64 form where HTTP could not carry it. */
export function toHeaderValue(text: string): string {
  return PLAIN_VALUE.test(text) ? text : `=?base64?${Buffer.from(text, "utf8").toString("base64")}?=`;
}
