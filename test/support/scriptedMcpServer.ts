import {
  CLIENT_CAPABILITIES_META_KEY,
  inputRequired,
  McpServer,
  type CallToolResult,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { z } from "zod";

/**
 * An MCP server on stdio for tests of clients: every tool does one thing that a client must cope with, in both eras (the
 * SDK pushes the question to a peer of 2025 and returns it to one of 2026). It says on standard error that it started.
 */
process.stderr.write("scripted: started\n");

// As servers do that know nothing but `initialize`.
if (process.argv.includes("--ends-on-discover")) {
  process.stdin.on("data", (chunk: Buffer) => {
    if (chunk.includes("server/discover")) process.exit(1);
  });
}

serveStdio(({ era }) => {
  const server = new McpServer({ name: "scripted", version: "1.0.0" });

  server.registerTool(
    "add",
    {
      description: "Adds two numbers. Takes a label.",
      inputSchema: z.object({ a: z.number(), b: z.number(), label: z.string().optional() }),
      outputSchema: z.object({ sum: z.number(), label: z.string() }),
    },
    ({ a, b, label = "none" }) => {
      const sum = { sum: a + b, label };
      return { content: [text(JSON.stringify(sum))], structuredContent: sum };
    },
  );

  server.registerTool(
    "pick_colour",
    { description: "Asks for a colour.", inputSchema: z.object({}) },
    (_args, context) => {
      return askOnce(context, {
        message: "Which colour?\u001b[2J",
        requestedSchema: {
          type: "object",
          properties: { colour: { type: "string", oneOf: [choice("red", "Red"), choice("green", "Green")] } },
          required: ["colour"],
        },
      });
    },
  );

  server.registerTool(
    "fill_form",
    { description: "Asks for three things.", inputSchema: z.object({}) },
    (_args, context) => {
      return askOnce(context, {
        message: "Fill this in.",
        requestedSchema: {
          type: "object",
          properties: {
            name: { type: "string", minLength: 2 },
            age: { type: "integer", minimum: 0 },
            isSure: { type: "boolean" },
          },
          required: ["name"],
        },
      });
    },
  );

  server.registerTool("picture", { description: "Gives a picture.", inputSchema: z.object({}) }, () => ({
    content: [{ type: "image", mimeType: "image/png", data: "aGVsbG8=" }, text("a \u001b[31mred\u001b[0m line\u0007")],
  }));

  server.registerTool("refuse", { description: "Refuses.", inputSchema: z.object({}) }, () => ({
    content: [text(JSON.stringify({ code: "no_luck", message: "There is none.", hint: "Try add." }))],
    isError: true,
  }));

  server.registerTool("fail", { description: "Fails.", inputSchema: z.object({}) }, () => ({
    content: [text("it did not work")],
    isError: true,
  }));

  server.registerTool("crash", { description: "Ends the server.", inputSchema: z.object({}) }, () => {
    process.stderr.write("scripted: ending now\n");
    process.exit(7);
  });

  server.registerTool("silence", { description: "Never answers.", inputSchema: z.object({}) }, () => {
    process.stderr.write("scripted: silent from now on\n");
    return new Promise(() => {});
  });

  server.registerTool(
    "describe_client",
    { description: "Says who calls.", inputSchema: z.object({}) },
    (_args, context) => ({
      content: [text(JSON.stringify({ era, elicitation: declaredElicitation(server, context) ?? null }))],
    }),
  );

  return server;
});

type Form = Parameters<typeof inputRequired.elicit>[0];

/** Asks, and tells what came back as text. */
function askOnce(context: ServerContext, form: Form): CallToolResult | ReturnType<typeof inputRequired> {
  const response = context.mcpReq.inputResponses?.["only"];
  if (response === undefined) return inputRequired({ inputRequests: { only: inputRequired.elicit(form) } });
  return { content: [text(`answered: ${JSON.stringify(response)}`)] };
}

const envelopeSchema = z.object({ [CLIENT_CAPABILITIES_META_KEY]: z.object({ elicitation: z.unknown() }) });

/** From the request on 2026's revision, from `initialize` on 2025's. */
function declaredElicitation(server: McpServer, context: ServerContext): unknown {
  const envelope = envelopeSchema.safeParse(context.mcpReq.envelope);
  if (envelope.success) return envelope.data[CLIENT_CAPABILITIES_META_KEY].elicitation;
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- deprecated in favour of the envelope, which 2025 has not
  return server.server.getClientCapabilities()?.elicitation;
}

function choice(value: string, title: string): { readonly const: string; readonly title: string } {
  return { const: value, title };
}

function text(value: string): { readonly type: "text"; readonly text: string } {
  return { type: "text", text: value };
}
