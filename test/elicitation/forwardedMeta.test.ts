import { expect, it } from "vitest";
import { forwardedMeta } from "../../src/elicitation/forwardedMeta.js";

it.each([[undefined], [null], ["agent-tool-call-request-id"], [{}], [{ progressToken: 4 }], [{ "mcp/z": 1 }]])(
  "nothing is passed on of a call's _meta that holds no private key: %j",
  (meta) => {
    expect(forwardedMeta(meta)).toBeUndefined();
  },
);

it("a key without a prefix is private, even when it is one of the reserved words", () => {
  const meta = { mcp: 1, modelcontextprotocol: 2, "agent-tool-call-request-id": "17" };

  expect(forwardedMeta(meta)).toEqual(meta);
});

it.each(["mcp/z", "MCP.dev/z", "tools.mcp/z", "modelcontextprotocol.io/z", "io.modelcontextprotocol/a/b"])(
  "%s belongs to the protocol and stays out",
  (key) => {
    expect(forwardedMeta({ [key]: 1, "example.com/run": 2 })).toEqual({ "example.com/run": 2 });
  },
);
