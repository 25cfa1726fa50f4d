import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { type ClientDriver, type ClientScenario, SDK_IDENTITY, TOOL_CALL } from "./clientDriver.js";
import { lastOffered } from "./lastOffered.js";

/** A client of the SDK that speaks both eras. */
export const SDK_2: ClientDriver = {
  id: "sdk-2",
  title: "TypeScript SDK 2.4.0",
  command: "",
  model: undefined,
  scenarios: [
    { era: "legacy", answerer: "nobody", how: "its default mode, `legacy`; declares nothing" },
    { era: "legacy", answerer: "accept", how: "its default mode, `legacy`; its handler accepts" },
    { era: "default", answerer: "nobody", how: "mode `auto`; declares nothing" },
    { era: "default", answerer: "accept", how: "mode `auto`; its handler accepts" },
  ],
  async drive(scenario, { server: [command, ...args] }) {
    const { answerer } = scenario;
    const capabilities = answerer === "accept" ? { elicitation: { form: {} } } : {};
    const client = new Client(SDK_IDENTITY, { capabilities, versionNegotiation: { mode: toMode(scenario) } });
    if (answerer === "accept") {
      client.setRequestHandler("elicitation/create", ({ params }) => ({
        action: "accept",
        content: { ...lastOffered(params) },
      }));
    }
    await client.connect(new StdioClientTransport({ command, args: [...args], stderr: "ignore" }));
    await client.callTool({ name: TOOL_CALL.tool, arguments: TOOL_CALL.args });
    await client.close();
  },
};

function toMode({ era }: ClientScenario): "auto" | "legacy" {
  return era === "legacy" ? "legacy" : "auto";
}
