import { Client } from "mcp-sdk-1/client/index.js";
import { StdioClientTransport } from "mcp-sdk-1/client/stdio.js";
import { ElicitRequestSchema } from "mcp-sdk-1/types.js";
import { type ClientDriver, SDK_IDENTITY, TOOL_CALL } from "./clientDriver.js";
import { lastOffered } from "./lastOffered.js";

/** A client of the last SDK before 2026's revision. */
export const SDK_1: ClientDriver = {
  id: "sdk-1",
  title: "TypeScript SDK 1.32.2",
  command: "",
  model: undefined,
  scenarios: [
    { era: "default", answerer: "nobody", how: "declares nothing" },
    { era: "default", answerer: "accept", how: "its handler accepts" },
  ],
  async drive({ answerer }, { server: [command, ...args] }) {
    const capabilities = answerer === "accept" ? { elicitation: { form: {} } } : {};
    const client = new Client(SDK_IDENTITY, { capabilities });
    if (answerer === "accept") {
      client.setRequestHandler(ElicitRequestSchema, ({ params }) => ({
        action: "accept",
        content: { ...lastOffered(params) },
      }));
    }
    await client.connect(new StdioClientTransport({ command, args, stderr: "ignore" }));
    await client.callTool({ name: TOOL_CALL.tool, arguments: TOOL_CALL.args });
    await client.close();
  },
};
