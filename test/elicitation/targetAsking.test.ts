import { type CallToolResult, McpServer, type McpServerFactory, Server } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { describe, expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { createTargetAsking, type CreateTargetAskingOptions, type TargetAsking } from "../../src/elicitation/index.js";
import type { ElicitationRecord } from "../../src/server/elicitationOutcome.js";
import { createStdioTransport } from "../../src/server/stdioTransport.js";
import { cites } from "../requirements.js";
import { envelope, initialize } from "../server/servedConnection.js";
import { manualTimer } from "../support/manualTimer.js";
import { type Received, type ScriptedClient, scriptedClient } from "../support/scriptedClient.js";

const DATABASES = ["live", "staging"];

function refuse(text: string): CallToolResult {
  return { content: [{ type: "text", text }], isError: true };
}

/** The question of a server that has nothing to do with devices: which of two databases? */
function askingForDatabase(options: Partial<CreateTargetAskingOptions> = {}): TargetAsking {
  return createTargetAsking({
    timer: manualTimer(),
    question: {
      argument: "database",
      inputKey: "databaseChoice",
      readRefusal: ({ content: [first] }) =>
        first?.type === "text" && first.text === "which?"
          ? DATABASES.map((id) => ({ id, title: `the ${id} one`, detail: "a database" }))
          : undefined,
      message: () => "Which database?",
      resolve: async () => DATABASES.map((id) => ({ id, identity: id })),
      refuse: () => refuse("which?"),
      refuseStaleAnswer: () => refuse("stale"),
    },
    ...options,
  });
}

async function query(args: Readonly<Record<string, unknown>>): Promise<CallToolResult> {
  const { database } = args;
  return typeof database === "string" ? { content: [{ type: "text", text: `${database} ran` }] } : refuse("which?");
}

/** A server of the SDK's high-level kind. */
function highLevel(asking: TargetAsking): McpServerFactory {
  return ({ era }) => {
    const server = new McpServer({ name: "databases", version: "1.0.0" }, asking.serverOptions);
    const inputSchema = z.object({ sql: z.string(), database: z.string().optional() });
    server.registerTool("query", { inputSchema }, asking.inFrontOf(server, era).tool("query", query));
    return server;
  };
}

/** A server of the SDK's low-level kind. */
function lowLevel(asking: TargetAsking): McpServerFactory {
  return ({ era }) => {
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- a kind of server that the library promises to serve
    const server = new Server(
      { name: "databases", version: "1.0.0" },
      { capabilities: { tools: {} }, ...asking.serverOptions },
    );
    const backend = async (call: { readonly arguments: Readonly<Record<string, unknown>> }): Promise<CallToolResult> =>
      await query(call.arguments);
    server.setRequestHandler("tools/call", asking.inFrontOf(server, era).handler(backend));
    return server;
  };
}

function clientOf(factory: McpServerFactory): ScriptedClient {
  const client = scriptedClient();
  const handle = serveStdio(factory, { transport: createStdioTransport(client.streams) });
  onTestFinished(async () => {
    await handle.close();
  });
  return client;
}

async function modernQuery(client: ScriptedClient, params: object = {}): Promise<Received> {
  const call = { name: "query", arguments: { sql: "select 1" }, _meta: envelope({ elicitation: {} }), ...params };
  return await client.request("tools/call", call).answer;
}

const PICKS_STAGING = { action: "accept", content: { database: "staging" } };
const KINDS = [
  ["high-level", highLevel],
  ["low-level", lowLevel],
] as const;

describe.each(KINDS)("in front of a %s server of another author", (_, serve) => {
  it(
    cites("C2", "C3")`a legacy client is asked in that server's words, and the tool runs on what was picked`,
    async () => {
      const client = clientOf(serve(askingForDatabase()));
      await initialize(client);

      const call = client.request("tools/call", { name: "query", arguments: { sql: "select 1" } });
      const { id, params } = await client.asked();
      client.send({ id, result: PICKS_STAGING });

      expect(params).toMatchObject({
        message: "Which database?",
        requestedSchema: {
          properties: {
            database: {
              type: "string",
              oneOf: [
                { const: "live", title: "the live one" },
                { const: "staging", title: "the staging one" },
              ],
            },
          },
          required: ["database"],
        },
      });
      expect((await call.answer).result).toEqual({ content: [{ type: "text", text: "staging ran" }] });
    },
  );

  it(cites("T3", "T6")`a modern client gets the question back, and its retry runs on what was picked`, async () => {
    const client = clientOf(serve(askingForDatabase()));

    const { result: question } = await modernQuery(client);
    const { result } = await modernQuery(client, {
      inputResponses: { databaseChoice: PICKS_STAGING },
      requestState: question?.["requestState"],
    });

    expect(question).toHaveProperty("inputRequests.databaseChoice.method", "elicitation/create");
    expect(result).toMatchObject({ content: [{ text: "staging ran" }] });
  });

  it(cites("T7")`a state that was tampered with is rejected before the tool runs`, async () => {
    const client = clientOf(serve(askingForDatabase()));

    const { error } = await modernQuery(client, {
      inputResponses: { databaseChoice: PICKS_STAGING },
      requestState: "v1.e30.AAAA",
    });

    expect(error).toMatchObject({ code: -32602, data: { reason: "invalid_request_state" } });
  });

  it(cites("T10")`an answer to no question runs nothing`, async () => {
    const client = clientOf(serve(askingForDatabase()));

    const { result } = await modernQuery(client, { inputResponses: { databaseChoice: PICKS_STAGING } });

    expect(result).toMatchObject({ isError: true, content: [{ text: "which?" }] });
  });
});

describe("the library", () => {
  it(cites("S1", "M4")`takes the switch and the recorder from its server`, async () => {
    const records: ElicitationRecord[] = [];
    const asking = askingForDatabase({ isOff: () => true, recorder: (record) => records.push(record) });

    const { result } = await modernQuery(clientOf(highLevel(asking)));

    expect(result).toMatchObject({ isError: true, content: [{ text: "which?" }] });
    expect(records).toEqual([
      {
        declared: "bare",
        era: "modern",
        outcome: "disabled",
        tool: "query",
        candidates: 2,
        clientName: "scripted",
        clientVersion: "1.2.3",
        topology: "direct",
        task: false,
      },
    ]);
  });

  it.each([
    ["accept", new Uint8Array(32), { content: [{ type: "text", text: "staging ran" }] }],
    ["do not accept", undefined, undefined],
  ])(cites("T8")`two processes %s each other's state as they share a key or not`, async (_, stateKey, expected) => {
    const options = stateKey === undefined ? {} : { stateKey };
    const { result: question } = await modernQuery(clientOf(highLevel(askingForDatabase(options))));

    const { result } = await modernQuery(clientOf(highLevel(askingForDatabase(options))), {
      inputResponses: { databaseChoice: PICKS_STAGING },
      requestState: question?.["requestState"],
    });

    expect(result && { content: result["content"] }).toEqual(expected);
  });
});
