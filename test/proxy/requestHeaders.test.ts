import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { protocolHeaders, toHeaderValue } from "../../src/proxy/requestHeaders.js";

const MODERN = { "io.modelcontextprotocol/protocolVersion": "2026-07-28" };

describe("the headers of a message", () => {
  it("repeat revision, method and name on the modern era", () => {
    const message = { method: "tools/call", params: { name: "tapOn", _meta: MODERN } };
    expect(protocolHeaders(message, undefined)).toEqual({
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": "tools/call",
      "mcp-name": "tapOn",
    });
  });

  it("name the task of a task's request", () => {
    const message = { method: "tasks/get", params: { taskId: "t1", _meta: MODERN } };
    expect(protocolHeaders(message, undefined)).toMatchObject({ "mcp-name": "t1" });
  });

  it("say only the agreed revision on the legacy era", () => {
    const message = { method: "tools/call", params: { name: "tapOn" } };
    expect(protocolHeaders(message, "2025-11-25")).toEqual({ "mcp-protocol-version": "2025-11-25" });
    expect(protocolHeaders(message, undefined)).toEqual({});
  });

  it.each([
    ["tapOn", "tapOn"],
    ["two words", "two words"],
    ["", "=?base64??="],
    [" padded", "=?base64?IHBhZGRlZA==?="],
    ["Gerät", "=?base64?R2Vyw6R0?="],
    ["line\nend", "=?base64?bGluZQplbmQ=?="],
    ["=?base64?eA==?=", "=?base64?PT9iYXNlNjQ/ZUE9PT89?="],
  ])("carry %j as %j", (text, value) => {
    expect(toHeaderValue(text)).toBe(value);
  });

  it("hold nothing that could end a header", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(toHeaderValue(text)).toMatch(/^[\t\x20-\x7e]+$/);
      }),
    );
  });
});
