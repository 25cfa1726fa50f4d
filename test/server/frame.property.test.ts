import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseFrame, toErrorLine, toOneLine, toResultLine } from "../../src/server/frame.js";

const ids = fc.oneof(fc.string(), fc.maxSafeInteger());
/** JSON knows no negative zero. */
const values = fc.jsonValue().map((value): unknown => JSON.parse(JSON.stringify(value)));
const META = { _meta: { progressToken: 1.5 } };
const params = fc.dictionary(
  fc.string().filter((name) => name !== "_meta"),
  fc.jsonValue(),
);

describe("a frame", () => {
  it("is a request, whatever its id, method and params are", () => {
    fc.assert(
      fc.property(ids, fc.string(), params, (id, method, given) => {
        expect(parseFrame({ jsonrpc: "2.0", id, method, params: given })).toEqual({
          is: "request",
          id,
          method,
          params: given,
        });
      }),
    );
  });

  it("is a response, whatever its result is", () => {
    fc.assert(
      fc.property(ids, values, (id, result) => {
        expect(parseFrame(JSON.parse(toResultLine(id, result)))).toEqual({ is: "response", id, body: { result } });
      }),
    );
  });

  it("is an error response under its request's id", () => {
    const error = { code: -32_601, message: "Method not found" };
    expect(parseFrame(JSON.parse(toErrorLine(7, error)))).toEqual({ is: "response", id: 7, body: { error } });
  });

  it("is told apart from any JSON without a throw", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(["request", "notification", "response", "invalid"]).toContain(parseFrame(value).is);
      }),
    );
  });

  it("means the same on one line", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const line = toOneLine(JSON.stringify(value, undefined, 2));
        expect(line).not.toContain("\n");
        expect(JSON.parse(line)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it.each([
    ["no object", [], undefined, true],
    ["another JSON-RPC", { jsonrpc: "1.0", id: 1, method: "ping" }, 1, true],
    ["an id that is none", { jsonrpc: "2.0", id: 1.5, method: "ping" }, undefined, true],
    ["an id of null", { jsonrpc: "2.0", id: null, method: "ping" }, undefined, true],
    ["a member that no message has", { jsonrpc: "2.0", id: 1, method: "ping", extra: 1 }, 1, true],
    ["a notification with such a member", { jsonrpc: "2.0", method: "notifications/x", extra: 1 }, undefined, true],
    ["a _meta that is no object", { jsonrpc: "2.0", id: 1, method: "ping", params: { _meta: 5 } }, 1, true],
    ["a progress token that is none", { jsonrpc: "2.0", id: 1, method: "ping", params: META }, 1, true],
    ["params that are a list", { jsonrpc: "2.0", id: 1, method: "ping", params: [] }, 1, true],
    ["a response without an id", { jsonrpc: "2.0", result: {} }, undefined, false],
  ])("is invalid: %s", (_, value, id, awaitsAnswer) => {
    expect(parseFrame(value)).toEqual({ is: "invalid", id, awaitsAnswer });
  });
});
