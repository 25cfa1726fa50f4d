import { ANTHROPIC_MESSAGES } from "../standIn/anthropicMessages.js";
import { type ClientDriver, type ClientScenario, PROMPT, SERVER_NAME, TOOL_CALL } from "./clientDriver.js";

const TOOL = `mcp__${SERVER_NAME}__${TOOL_CALL.tool}`;

const HEADLESS = [
  "--strict-mcp-config",
  "--allowedTools",
  TOOL,
  "--output-format",
  "stream-json",
  // Print mode gives the stream only with it.
  "--verbose",
];

/** Everything that would leave the machine is off; tools are offered at once, and only when their server is connected. */
const ENVIRONMENT = {
  ANTHROPIC_API_KEY: "made-up",
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
  DISABLE_AUTOUPDATER: "1",
  DISABLE_TELEMETRY: "1",
  ENABLE_TOOL_SEARCH: "false",
  IS_SANDBOX: "1",
  MCP_CONNECTION_NONBLOCKING: "false",
};

/** Claude Code in print mode. A person's place is taken by its `Elicitation` hook. */
export const CLAUDE_CODE: ClientDriver = {
  id: "claude-code",
  title: "Claude Code",
  command: "claude",
  model: { dialect: ANTHROPIC_MESSAGES, tool: TOOL },
  scenarios: [
    { era: "default", answerer: "nobody", how: "print mode" },
    { era: "default", answerer: "accept", how: "an `Elicitation` hook in `settings.json` accepts" },
    { era: "legacy", answerer: "nobody", how: "print mode, `MCP_PROTOCOL_NEGOTIATION=legacy`" },
    { era: "legacy", answerer: "accept", how: "the same hook, `MCP_PROTOCOL_NEGOTIATION=legacy`" },
  ],
  async drive(scenario, session) {
    const [command, ...args] = session.server;
    await session.writeFile("mcp.json", JSON.stringify({ mcpServers: { [SERVER_NAME]: { command, args } } }));
    await session.writeFile(".claude/settings.json", JSON.stringify(toSettings(scenario, session.answerHook)));
    const env = { ...ENVIRONMENT, ANTHROPIC_BASE_URL: session.modelUrl, ...negotiation(scenario) };
    await session.run(["-p", PROMPT, "--mcp-config", `${session.home}/mcp.json`, ...HEADLESS], { env });
  },
};

function toSettings({ answerer }: ClientScenario, answerHook: readonly string[]): object {
  if (answerer === "nobody") return {};
  const command = answerHook.map((part) => `'${part}'`).join(" ");
  return { hooks: { Elicitation: [{ hooks: [{ type: "command", command }] }] } };
}

function negotiation({ era }: ClientScenario): Readonly<Record<string, string>> {
  return era === "default" ? {} : { MCP_PROTOCOL_NEGOTIATION: era };
}
