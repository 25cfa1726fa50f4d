import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { initialize, type ProxyWorld, startProxyWorld } from "../support/proxyWorld.js";
import { modernCall } from "../support/questionClient.js";
import type { ServerProcess } from "../support/serverProcess.js";

/** More than HTTP servers read of all headers together. */
const LONG = "x".repeat(20_000);

describe.each(["serve", "proxy"] as const)("a name too long for a header, sent to automobile %s", (command) => {
  let world: ProxyWorld;
  let server: ServerProcess;

  beforeEach(async () => {
    world = await startProxyWorld();
    server = world.start(command);
  });
  afterEach(async () => {
    await world.close();
  });

  it.each([
    ["the name of a tool", "tools/call", { name: LONG }, "params.name"],
    ["the id of a task", "tasks/get", { taskId: LONG }, "params.taskId"],
    ["the id of a task to be cancelled", "tasks/cancel", { taskId: LONG }, "params.taskId"],
    ["a resource", "resources/read", { uri: LONG }, "params.uri"],
    ["one character too many", "tools/call", { name: "x".repeat(1025) }, "params.name"],
  ])("is refused by its own words: %s", async (_, method, params, member) => {
    const { body } = await server.request(method, modernCall(params));

    expect(body["error"]).toEqual({ code: -32_602, message: `${member} must not be longer than 1024 characters` });
  });

  it("is refused to a client of 2025 as well, and the next call is served", async () => {
    await initialize(server);

    const { body } = await server.request("tools/call", { name: LONG });
    const next = await server.request("tools/call", { name: "listDevices" });

    expect(body["error"]).toEqual({ code: -32_602, message: "params.name must not be longer than 1024 characters" });
    expect(next.body["result"]).toMatchObject({ structuredContent: { complete: true } });
  });

  it("is an unknown tool, and no more, when it just fits with the longest bytes", async () => {
    const { line } = await server.request("tools/call", modernCall({ name: "\uffff".repeat(1024) }));

    expect(line).toMatch(/"code":-32602,"message":"Unknown tool: \uffff/);
  });

  it("is an unknown method", async () => {
    const { body } = await server.request(LONG, modernCall({}));

    expect(body["error"]).toEqual({ code: -32_601, message: "Method not found" });
  });

  it("is an unsupported revision", async () => {
    const { body } = await server.request("tools/call", { _meta: { "io.modelcontextprotocol/protocolVersion": LONG } });

    expect(body["error"]).toMatchObject({ code: -32_022, data: { supported: ["2026-07-28"], requested: LONG } });
  });
});
