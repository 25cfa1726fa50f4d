import { describe, expect, it } from "vitest";
import { cites } from "../requirements.js";
import { accepting, initialize, servedConnection, tapOn } from "./servedConnection.js";

const QUESTION = {
  jsonrpc: "2.0",
  id: 0,
  method: "elicitation/create",
  params: {
    mode: "form",
    message:
      'Which device is "tapOn" meant for? The question stands for 20 seconds; without an answer nothing runs.\n' +
      "- R3CN90ABCDE: Galaxy S23, SM-S911B, Android 14, hardware\n" +
      "- emulator-5554: Pixel_8_API_35, Android 15, emulator",
    requestedSchema: {
      type: "object",
      properties: {
        deviceId: {
          type: "string",
          oneOf: [
            { const: "R3CN90ABCDE", title: "R3CN90ABCDE (android)" },
            { const: "emulator-5554", title: "emulator-5554 (android)" },
          ],
        },
      },
      required: ["deviceId"],
    },
  },
};

describe.each(["2025-06-18", "2025-11-25"])("on a connection of revision %s", (revision) => {
  it.each([
    ["bare", {}],
    ["form", { form: {} }],
    ["form", { form: {}, url: {} }],
    ["form", { form: { applyDefaults: true }, later: {} }],
  ])(cites("C2", "T1", "T12")`the question goes to a client that declared %s: %o`, async (declared, elicitation) => {
    const { client, records } = servedConnection();
    await initialize(client, { elicitation }, revision);

    tapOn(client);
    const { line } = await client.asked();
    client.send({ id: 0, result: { action: "cancel" } });
    await records.reached(1);

    expect(JSON.parse(line)).toEqual(QUESTION);
    expect(records.items[0]).toMatchObject({ declared, outcome: "cancel", clientName: "scripted" });
  });

  it.each([
    ["url", { elicitation: { url: {} } }],
    ["none", { elicitation: { later: {} } }],
    ["none", { roots: {} }],
    ["none", {}],
  ])(cites("T1", "U1")`a client that declared %s gets the refusal at once: %o`, async (declared, capabilities) => {
    const { client, records, timer } = servedConnection();
    await initialize(client, capabilities, revision);

    const { result } = await tapOn(client).answer;

    expect(result).toHaveProperty("isError", true);
    expect(client.received).toHaveLength(2);
    expect(records.items).toEqual([expect.objectContaining({ declared, outcome: "not_offered" })]);
    expect(timer.live()).toEqual([]);
  });
});

describe("a legacy client that never said initialize", () => {
  it(
    cites("T1", "U1", "M1")`gets the refusal at once, and has neither a name nor a version in its record`,
    async () => {
      const { client, records, timer } = servedConnection();

      const { result } = await tapOn(client).answer;

      expect(result).toHaveProperty("isError", true);
      expect(client.received).toHaveLength(1);
      expect(timer.live()).toEqual([]);
      expect(records.items).toStrictEqual([
        {
          declared: "none",
          era: "legacy",
          outcome: "not_offered",
          tool: "tapOn",
          candidates: 2,
          topology: "direct",
          task: false,
        },
      ]);
    },
  );
});

describe("the question of a connection", () => {
  it(cites("T1")`follows what its client said last: capabilities are not kept from an earlier call`, async () => {
    const { client, records } = servedConnection();
    await initialize(client, {});
    await tapOn(client).answer;
    await initialize(client, { elicitation: {} });

    tapOn(client);
    const question = await client.asked();
    client.send({ id: question.id, result: { action: "decline" } });
    await records.reached(2);

    expect(records.items.map(({ declared, outcome }) => `${declared}: ${outcome}`)).toEqual([
      "none: not_offered",
      "bare: decline",
    ]);
  });

  it("carries the private keys of its call's _meta, so that a client can find the call, and no reserved one", async () => {
    const { client } = servedConnection();
    await initialize(client);
    const own = { "agent-tool-call-request-id": "17", "example.com/run": { id: [1] }, "mcpish.dev/x": 1, mcp: true };
    const reserved = {
      progressToken: 4,
      "io.modelcontextprotocol/related-task": { taskId: "1" },
      "modelcontextprotocol.io/x": 1,
      "tools.mcp.com/y": 1,
      "mcp/z": 1,
      "MCP.dev/z": 1,
    };

    tapOn(client, { _meta: { ...own, ...reserved } });

    expect((await client.asked()).params?.["_meta"]).toEqual(own);
  });

  it("is not held up by a key of its call's _meta that is very long", async () => {
    const { client } = servedConnection();
    await initialize(client);
    const key = "mcp.".repeat(200_000);

    tapOn(client, { _meta: { [key]: 1 } });

    expect((await client.asked()).params?.["_meta"]).toEqual({ [key]: 1 });
  });

  it("has no _meta when its call had none of its own", async () => {
    const { client } = servedConnection();
    await initialize(client);

    tapOn(client, { _meta: { progressToken: 4 } });

    expect((await client.asked()).params).not.toHaveProperty("_meta");
  });

  it(cites("C3")`goes with its own call when several are open, and so does each answer`, async () => {
    const { client, phones } = servedConnection();
    await initialize(client);
    const calls = ["one", "two", "three"].map((text) => tapOn(client, { arguments: { text }, _meta: { text } }));
    const questions = [await client.asked(), await client.asked(), await client.asked()];
    const pick: Readonly<Record<string, object>> = {
      '{"text":"one"}': accepting("emulator-5554"),
      '{"text":"two"}': accepting("R3CN90ABCDE"),
      '{"text":"three"}': { action: "decline" },
    };

    for (const { id, params } of questions.toReversed()) {
      client.send({ id, result: pick[JSON.stringify(params?.["_meta"])] });
    }
    const results = await Promise.all(calls.map(async ({ answer }) => (await answer).result?.["structuredContent"]));

    expect(results).toEqual([
      { device: "emulator-5554", arguments: { text: "one", deviceId: "emulator-5554" } },
      { device: "R3CN90ABCDE", arguments: { text: "two", deviceId: "R3CN90ABCDE" } },
      undefined,
    ]);
    expect(phones.runs).toHaveLength(5);
    expect(client.received.filter(({ method }) => method === "elicitation/create")).toHaveLength(3);
  });
});
