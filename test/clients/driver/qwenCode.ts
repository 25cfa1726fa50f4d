import { ANTHROPIC_MESSAGES } from "../standIn/anthropicMessages.js";
import { type ClientDriver, PROMPT, SERVER_NAME, TOOL_CALL } from "./clientDriver.js";

/** Qwen Code with a prompt on its command line. */
export const QWEN_CODE: ClientDriver = {
  id: "qwen-code",
  title: "Qwen Code",
  command: "qwen",
  model: { dialect: ANTHROPIC_MESSAGES, tool: `mcp__${SERVER_NAME}__${TOOL_CALL.tool}` },
  scenarios: [{ era: "default", answerer: "nobody", how: "`qwen -p`" }],
  whyNoAccept: "it is never asked",
  async drive(_scenario, session) {
    const [command, ...args] = session.server;
    const settings = {
      general: { disableAutoUpdate: true, enableAutoUpdate: false },
      mcpServers: { [SERVER_NAME]: { command, args, trust: true } },
      privacy: { usageStatisticsEnabled: false },
      tools: { toolSearch: { enabled: false } },
      telemetry: { enabled: false },
    };
    await session.writeFile(".qwen/settings.json", JSON.stringify(settings));
    const env = {
      QWEN_CODE_LEGACY_MCP_BLOCKING: "1",
      ANTHROPIC_API_KEY: "made-up",
      ANTHROPIC_BASE_URL: session.modelUrl,
      ANTHROPIC_MODEL: "stand-in",
    };
    await session.run(["-p", PROMPT, "--yolo", "--auth-type", "anthropic"], { env });
  },
};
