import { namedRevision } from "../server/envelope.js";
import type { Members } from "../server/frame.js";

/** Which member of `params` the `Mcp-Name` header repeats (2026-07-28, "Standard Request Headers"; tasks extension). */
const NAME_SOURCE: ReadonlyMap<string, string> = new Map([
  ["tools/call", "name"],
  ["prompts/get", "name"],
  ["resources/read", "uri"],
  ["tasks/get", "taskId"],
  ["tasks/update", "taskId"],
  ["tasks/cancel", "taskId"],
]);

/** A value that HTTP carries unchanged, and that nobody takes for an encoded one. */
const PLAIN_VALUE = /^(?!=\?base64\?.*\?=$)[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?$/;

/**
 * The headers with which a message travels over Streamable HTTP: on the modern era they repeat what the body says, and
 * the server refuses a message whose header and body differ.
 */
export function protocolHeaders(
  message: { readonly method: string; readonly params: Members },
  legacyRevision: string | undefined,
): Readonly<Record<string, string>> {
  const { method, params } = message;
  const revision = namedRevision(params);
  if (revision === undefined) return legacyRevision === undefined ? {} : { "mcp-protocol-version": legacyRevision };
  const name = params[NAME_SOURCE.get(method) ?? ""];
  return {
    "mcp-protocol-version": toHeaderValue(revision),
    "mcp-method": toHeaderValue(method),
    ...(typeof name === "string" ? { "mcp-name": toHeaderValue(name) } : {}),
  };
}

/** As it is, or in the specification's Base64 form where HTTP could not carry it. */
export function toHeaderValue(text: string): string {
  return PLAIN_VALUE.test(text) ? text : `=?base64?${Buffer.from(text, "utf8").toString("base64")}?=`;
}
