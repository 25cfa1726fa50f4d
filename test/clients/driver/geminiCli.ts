import { GEMINI_GENERATE } from "../standIn/geminiGenerate.js";
import { type ClientDriver, PROMPT, SERVER_NAME, TOOL_CALL } from "./clientDriver.js";

/** Gemini CLI with a prompt on its command line. It declares no elicitation, so there is no question to accept. */
export const GEMINI_CLI: ClientDriver = {
  id: "gemini-cli",
  title: "Gemini CLI",
  command: "gemini",
  model: { dialect: GEMINI_GENERATE, tool: `mcp_${SERVER_NAME}_${TOOL_CALL.tool}` },
  scenarios: [{ era: "default", answerer: "nobody", how: "`gemini -p`" }],
  whyNoAccept: "it is never asked",
  async drive(_scenario, session) {
    const [command, ...args] = session.server;
    const settings = {
      general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
      mcpServers: { [SERVER_NAME]: { command, args, trust: true } },
      privacy: { usageStatisticsEnabled: false },
      security: { auth: { selectedType: "gemini-api-key" } },
      telemetry: { enabled: false },
    };
    await session.writeFile(".gemini/settings.json", JSON.stringify(settings));
    const env = { GEMINI_API_KEY: "made-up", GOOGLE_GEMINI_BASE_URL: session.modelUrl };
    // With a model of its own choice it would first ask another one which to take.
    await session.run(["-p", PROMPT, "--yolo", "--skip-trust", "-m", "gemini-2.5-flash"], { env });
  },
};
