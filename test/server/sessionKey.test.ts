import { expect, it } from "vitest";
import { readSessionKey, SESSION_KEY_HEADER } from "../../src/server/sessionKey.js";
import { cites } from "../requirements.js";

const withHeaders = (headers: Record<string, string>): Parameters<typeof readSessionKey>[0] => ({
  http: { req: new Request("http://127.0.0.1/mcp", { headers }) },
});

it.each([
  ["as it is", { "mcp-session-id": "alice" }, "alice"],
  ["whatever the header's case", { "MCP-Session-Id": "alice" }, "alice"],
  ["without outer blanks", { "mcp-session-id": "  alice\t" }, "alice"],
  ["with its own case and inner blanks", { "mcp-session-id": "Al ice" }, "Al ice"],
])(cites("T9")`the session key of a request is its header's value, %s`, (_, headers, key) => {
  expect(readSessionKey(withHeaders(headers))).toBe(key);
  expect(SESSION_KEY_HEADER).toBe("mcp-session-id");
});

it.each([
  ["no header", withHeaders({})],
  ["an empty header", withHeaders({ "mcp-session-id": "" })],
  ["a blank header", withHeaders({ "mcp-session-id": "   " })],
  ["another header", withHeaders({ "x-session-id": "alice" })],
  ["no HTTP at all, as on stdio", {}],
  ["HTTP without its request", { http: {} }],
])(cites("T9")`callers with %s share one binding, which no header can name`, (_, context) => {
  const key = readSessionKey(context);

  expect(key).toBe("\0unkeyed");
  expect(() => withHeaders({ "mcp-session-id": key })).toThrow(TypeError);
});
