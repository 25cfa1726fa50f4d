import { type CallToolResult, McpServer, type McpServerFactory, Server } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { onTestFinished } from "vitest";
import { z } from "zod";
import { createTargetAsking, type CreateTargetAskingOptions, type TargetAsking } from "../../src/elicitation/index.js";
import { createStdioTransport } from "../../src/server/stdioTransport.js";
import { envelope } from "../server/servedConnection.js";
import { manualTimer } from "../support/manualTimer.js";
import { type Received, type ScriptedClient, scriptedClient } from "../support/scriptedClient.js";

const INFO = { name: "databases", version: "1.0.0" };
const DATABASES = ["live", "staging"];

/** What another author's tool does with its arguments and, after an answer, with the identity of what was picked. */
export type Query = (
  args: Readonly<Record<string, unknown>>,
  expectedIdentity: string | undefined,
) => Promise<CallToolResult>;

/** Puts the question in front of a server of another author, with this tool behind it. */
export type DatabaseServer = (
  asking: TargetAsking,
  query?: Query,
) => (rawElicitation?: () => unknown) => McpServerFactory;

/** The question of a server that has nothing to do with devices: which of two databases? */
export function askingForDatabase(options: Partial<CreateTargetAskingOptions> = {}): TargetAsking {
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
      resolve: async () => DATABASES.map((id) => ({ id, identity: `${id} since Monday` })),
      refuse: () => refuse("which?"),
      refuseStaleAnswer: () => refuse("stale"),
    },
    ...options,
  });
}

/** Runs on the database that is named, and refuses a call that names none. */
export const queryDatabase: Query = async ({ database }) =>
  typeof database === "string" ? { content: [{ type: "text", text: `${database} ran` }] } : refuse("which?");

/** Servers of both kinds that the SDK has. */
export const DATABASE_SERVERS = [
  ["high-level", highLevelServer],
  ["low-level", lowLevelServer],
] as const;

/** A raw client of such a server, until the test ends. */
export function clientOf(server: ReturnType<DatabaseServer>): ScriptedClient {
  const client = scriptedClient();
  const transport = createStdioTransport({ ...client.streams, timer: manualTimer() });
  const handle = serveStdio(server(transport.rawElicitation), { transport });
  onTestFinished(async () => {
    await handle.close();
  });
  return client;
}

/** Sends a query without a database as a modern client that can be asked. */
export async function modernQuery(client: ScriptedClient, params: object = {}): Promise<Received> {
  const call = { name: "query", arguments: { sql: "select 1" }, _meta: envelope({ elicitation: {} }), ...params };
  return await client.request("tools/call", call).answer;
}

/** A server whose tools the SDK registers one by one. */
export function highLevelServer(asking: TargetAsking, query = queryDatabase): ReturnType<DatabaseServer> {
  return (rawElicitation) =>
    ({ era }) => {
      const server = new McpServer(INFO, asking.serverOptions);
      const inputSchema = z.object({ sql: z.string(), database: z.string().optional() });
      const inFront = asking.inFrontOf(server, era, rawElicitation);
      const tool = inFront.tool("query", async (args, _context, call) => await query(args, call.expectedIdentity));
      server.registerTool("query", { inputSchema }, tool);
      return server;
    };
}

function lowLevelServer(asking: TargetAsking, query = queryDatabase): ReturnType<DatabaseServer> {
  return (rawElicitation) =>
    ({ era }) => {
      // eslint-disable-next-line @typescript-eslint/no-deprecated -- a kind of server that the library promises to serve
      const server = new Server(INFO, { capabilities: { tools: {} }, ...asking.serverOptions });
      const inFront = asking.inFrontOf(server, era, rawElicitation);
      const backend = inFront.handler(async (call) => await query(call.arguments, call.expectedIdentity));
      server.setRequestHandler("tools/call", backend);
      return server;
    };
}

function refuse(text: string): CallToolResult {
  return { content: [{ type: "text", text }], isError: true };
}
