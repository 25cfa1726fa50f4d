// An MCP server with two databases and one tool. A query that does not say which one is asked about, never guessed.
import { McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { createTargetAsking } from "automobile-mcp/elicitation";
import { z } from "zod";

const DATABASES = { live: "what customers see", staging: "a copy of last night" };

/** @param {string} message @param {object} data */
const refuse = (message, data) => ({
  content: [{ type: /** @type {const} */ ("text"), text: JSON.stringify({ message, ...data }) }],
  isError: true,
});
const ambiguous = () => refuse("Which database? Repeat with database set.", { databases: Object.keys(DATABASES) });

const asking = createTargetAsking({
  question: {
    argument: "database",
    inputKey: "databaseChoice",
    readRefusal: ({ content: [first] }) =>
      first?.type === "text" && first.text.includes('"databases":')
        ? Object.entries(DATABASES).map(([id, detail]) => ({ id, title: id, detail }))
        : undefined,
    message: (call, choices) =>
      [`Which database is "${call.name}" for?`, ...choices.map(({ id, detail }) => `- ${id}: ${detail}`)].join("\n"),
    resolve: async () => Object.keys(DATABASES).map((id) => ({ id, identity: id })),
    refuse: ambiguous,
    refuseStaleAnswer: () => refuse("That question is not open any more.", {}),
  },
});

serveStdio(({ era }) => {
  const server = new McpServer({ name: "two-databases", version: "1.0.0" }, asking.serverOptions);
  const inFront = asking.inFrontOf(server, era);
  server.registerTool(
    "query",
    { inputSchema: z.object({ sql: z.string(), database: z.enum(["live", "staging"]).optional() }) },
    inFront.tool("query", async ({ sql, database }) =>
      database === undefined ? ambiguous() : { content: [{ type: "text", text: `${database} ran: ${sql}` }] },
    ),
  );
  return server;
});
