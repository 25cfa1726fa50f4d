import { ANTHROPIC_MESSAGES } from "../standIn/anthropicMessages.js";
import { type ClientDriver, PROMPT, SERVER_NAME, TOOL_CALL } from "./clientDriver.js";

/** GitHub Copilot CLI with a model of the user's own, which needs no account. */
export const COPILOT_CLI: ClientDriver = {
  id: "copilot-cli",
  title: "GitHub Copilot CLI",
  command: "copilot",
  model: { dialect: ANTHROPIC_MESSAGES, tool: `${SERVER_NAME}-${TOOL_CALL.tool}` },
  scenarios: [{ era: "default", answerer: "nobody", how: "`copilot -p`" }],
  whyNoAccept: "only through its own SDK, which was not tried",
  async drive(_scenario, session) {
    const [command, ...args] = session.server;
    const server = { type: "local", command, args, tools: ["*"] };
    await session.writeFile("mcp.json", JSON.stringify({ mcpServers: { [SERVER_NAME]: server } }));
    const env = {
      COPILOT_AUTO_UPDATE: "false",
      COPILOT_MODEL: "stand-in",
      COPILOT_OFFLINE: "true",
      COPILOT_PROVIDER_API_KEY: "made-up",
      COPILOT_PROVIDER_BASE_URL: session.modelUrl,
      COPILOT_PROVIDER_TYPE: "anthropic",
    };
    const config = ["--additional-mcp-config", `@${session.home}/mcp.json`, "--disable-builtin-mcps"];
    await session.run(["-p", PROMPT, "--allow-all-tools", "--no-color", ...config], { env });
  },
};
