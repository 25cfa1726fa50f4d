import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Client as Client1 } from "mcp-sdk-1/client/index.js";
import { StdioClientTransport as StdioClientTransport1 } from "mcp-sdk-1/client/stdio.js";
import { ElicitRequestSchema } from "mcp-sdk-1/types.js";
import { describe, expect, it, onTestFinished } from "vitest";
import { cites } from "../requirements.js";

const SERVER = { command: process.execPath, args: ["examples/twoDatabases.mjs"] };
const IDENTITY = { name: "test", version: "1" };
const CAN_ASK = { capabilities: { elicitation: { form: {} } } };
const QUERY = { name: "query", arguments: { sql: "select 1" } };
const CHOICES = {
  type: "string",
  oneOf: [
    { const: "live", title: "live" },
    { const: "staging", title: "staging" },
  ],
};
const REFUSAL = [
  { type: "text", text: '{"message":"Which database? Repeat with database set.","databases":["live","staging"]}' },
];

type Reply =
  { readonly action: "accept"; readonly content: { readonly database: string } } | { readonly action: "decline" };

/** What a query came to, and the forms that the client was shown on the way. */
interface Queried {
  readonly content: unknown;
  readonly forms: readonly unknown[];
}

async function queryWithSdk2(mode: "auto" | "legacy", reply: Reply): Promise<Queried> {
  const forms: unknown[] = [];
  const client = new Client(IDENTITY, { ...CAN_ASK, versionNegotiation: { mode } });
  client.setRequestHandler("elicitation/create", ({ params }) => {
    forms.push(params);
    return structuredClone(reply);
  });
  await client.connect(new StdioClientTransport({ ...SERVER, stderr: "ignore" }));
  onTestFinished(async () => {
    await client.close();
  });
  const { content } = await client.callTool(QUERY);
  return { content, forms };
}

async function queryWithSdk1(reply: Reply): Promise<Queried> {
  const forms: unknown[] = [];
  const client = new Client1(IDENTITY, CAN_ASK);
  client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
    forms.push(params);
    return structuredClone(reply);
  });
  await client.connect(new StdioClientTransport1({ ...SERVER, stderr: "ignore" }));
  onTestFinished(async () => {
    await client.close();
  });
  const { content } = await client.callTool(QUERY);
  return { content, forms };
}

describe.each<readonly [string, (reply: Reply) => Promise<Queried>]>([
  ["a modern client", async (reply) => await queryWithSdk2("auto", reply)],
  ["a legacy client", async (reply) => await queryWithSdk2("legacy", reply)],
  ["a client of the first SDK", queryWithSdk1],
])("the example server, for %s", (_, query) => {
  it(cites("C2", "C3", "T12")`asks once which database is meant, and queries that one`, async () => {
    const { content, forms } = await query({ action: "accept", content: { database: "staging" } });

    expect(content).toEqual([{ type: "text", text: "staging ran: select 1" }]);
    expect(forms).toHaveLength(1);
    expect(forms[0]).toMatchObject({
      message: 'Which database is "query" for?\n- live: what customers see\n- staging: a copy of last night',
      requestedSchema: { type: "object", properties: { database: CHOICES }, required: ["database"] },
    });
  });

  it(cites("C4")`gives its own refusal after a decline`, async () => {
    const { content, forms } = await query({ action: "decline" });

    expect(content).toEqual(REFUSAL);
    expect(forms).toHaveLength(1);
  });
});
