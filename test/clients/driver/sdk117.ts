import { Client } from "mcp-sdk-1-17/client/index.js";
import { StdioClientTransport } from "mcp-sdk-1-17/client/stdio.js";
import { ElicitRequestSchema } from "mcp-sdk-1-17/types.js";
import { type ClientDriver, SDK_IDENTITY, TOOL_CALL } from "./clientDriver.js";

/**
 * A client of an SDK that knows the first form of elicitation only (2025-06-18): it drops the list of choices and is left
 * with a text to fill in, as its users are.
 */
export const SDK_1_17: ClientDriver = {
  id: "sdk-1.17",
  title: "TypeScript SDK 1.17.5",
  command: "",
  model: undefined,
  scenarios: [
    { era: "default", answerer: "nobody", how: "declares nothing" },
    { era: "default", answerer: "accept", how: "its handler types an id that it read in the message" },
  ],
  async drive({ answerer }, { server: [command, ...args] }) {
    const capabilities = answerer === "accept" ? { elicitation: {} } : {};
    const client = new Client(SDK_IDENTITY, { capabilities });
    if (answerer === "accept") {
      client.setRequestHandler(ElicitRequestSchema, ({ params }) => ({
        action: "accept",
        content: { deviceId: lastIdIn(params.message) },
      }));
    }
    await client.connect(new StdioClientTransport({ command, args, stderr: "ignore" }));
    await client.callTool({ name: TOOL_CALL.tool, arguments: TOOL_CALL.args });
    await client.close();
  },
};

/** The id of the last device that the message lists. */
function lastIdIn(message: string): string {
  const ids = [...message.matchAll(/^- (?<id>[^:\s]+): /gm)].map((match) => match.groups?.["id"] ?? "");
  return ids.at(-1) ?? "";
}
