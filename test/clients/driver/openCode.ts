import { ANTHROPIC_MESSAGES } from "../standIn/anthropicMessages.js";
import { type ClientDriver, PROMPT, SERVER_NAME, TOOL_CALL } from "./clientDriver.js";

/** Its own start-up traffic, as far as it can be switched off. */
const ENVIRONMENT = {
  OPENCODE_DISABLE_AUTOUPDATE: "1",
  OPENCODE_DISABLE_DEFAULT_PLUGINS: "1",
  OPENCODE_DISABLE_LSP_DOWNLOAD: "1",
  OPENCODE_DISABLE_MODELS_FETCH: "1",
  OPENCODE_DISABLE_SHARE: "1",
};

/** opencode with a prompt on its command line. It declares no elicitation, so there is no question to accept. */
export const OPENCODE: ClientDriver = {
  id: "opencode",
  title: "opencode",
  command: "opencode",
  model: { dialect: ANTHROPIC_MESSAGES, tool: `${SERVER_NAME}_${TOOL_CALL.tool}` },
  scenarios: [{ era: "default", answerer: "nobody", how: "`opencode run`" }],
  whyNoAccept: "it is never asked",
  async drive(_scenario, session) {
    const model = "anthropic/stand-in";
    const config = {
      autoupdate: false,
      mcp: { [SERVER_NAME]: { type: "local", command: session.server, enabled: true } },
      model,
      provider: {
        anthropic: {
          models: { "stand-in": {} },
          options: { apiKey: "made-up", baseURL: `${session.modelUrl}/v1` },
        },
      },
      share: "disabled",
      small_model: model,
    };
    await session.writeFile("work/opencode.json", JSON.stringify(config));
    await session.run(["run", "--pure", PROMPT], { env: ENVIRONMENT });
  },
};
