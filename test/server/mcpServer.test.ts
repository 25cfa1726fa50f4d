import { expect, it } from "vitest";
import { VERSION } from "../../src/core/version.js";
import { envelope, initialize, servedConnection } from "./servedConnection.js";

const SERVER = { name: "automobile", title: "AutoMobile", version: VERSION };
const TOOLS = [{ name: "tapOn", inputSchema: { type: "object" } }];
const MODERN = { _meta: envelope({}) };

it.each(["2025-06-18", "2025-11-25"])(
  "a legacy client of %s learns who serves it, and how to use it",
  async (revision) => {
    const { client } = servedConnection();

    const { result } = await initialize(client, {}, revision);

    expect(result).toEqual({
      protocolVersion: revision,
      capabilities: { tools: {} },
      serverInfo: SERVER,
      instructions: "Test phones.",
    });
  },
);

it("a modern client learns the same from server/discover, which it may keep", async () => {
  const { client } = servedConnection();

  const { result } = await client.request("server/discover", MODERN).answer;

  expect(result).toEqual({
    resultType: "complete",
    supportedVersions: ["2026-07-28"],
    capabilities: { tools: {} },
    instructions: "Test phones.",
    ttlMs: 3_600_000,
    cacheScope: "public",
    _meta: { "io.modelcontextprotocol/serverInfo": SERVER },
  });
});

it("a legacy client gets the list of tools and nothing beside it", async () => {
  const { client } = servedConnection();
  await initialize(client, {});

  expect((await client.request("tools/list").answer).result).toEqual({ tools: TOOLS });
});

it("a modern client gets the same list, which it may keep", async () => {
  const { client } = servedConnection();

  const { result } = await client.request("tools/list", MODERN).answer;

  expect(result).toMatchObject({ tools: TOOLS, ttlMs: 3_600_000, cacheScope: "public" });
});

it("what the SDK could not serve is in the log", async () => {
  const { client, log } = servedConnection();
  await initialize(client, {});

  client.send({ id: 99, result: {} });
  await client.request("ping").answer;

  expect(log.lines.map(({ level, line }) => `${level}: ${line}`)).toEqual(["warn: a message could not be served"]);
  expect(JSON.stringify(log.lines[0]?.fields)).toContain("unknown message ID");
});
