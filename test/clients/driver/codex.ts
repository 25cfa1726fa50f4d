import { z } from "zod";
import { parseJson } from "../../../src/core/parseJson.js";
import { OPENAI_RESPONSES } from "../standIn/openAiResponses.js";
import {
  type ClientDriver,
  type ClientSession,
  type Conversation,
  PROMPT,
  SERVER_NAME,
  TOOL_CALL,
} from "./clientDriver.js";
import { lastOffered } from "./lastOffered.js";

/** Asked for at every start and not needed here: what they fetch lies outside this machine. */
const OFFLINE = ["--disable", "plugins", "--disable", "apps", "--disable", "remote_plugin"];

const FROM_APP_SERVER = z.object({
  id: z.union([z.string(), z.number()]).optional(),
  method: z.string().optional(),
  params: z.unknown().optional(),
  result: z
    .object({ thread: z.object({ id: z.string() }) })
    .partial()
    .optional(),
});

/** Codex, as `codex exec`, and as an app server whose controller answers in the person's place. */
export const CODEX: ClientDriver = {
  id: "codex",
  title: "Codex",
  command: "codex",
  model: { dialect: OPENAI_RESPONSES, tool: `mcp__${SERVER_NAME}/${TOOL_CALL.tool}` },
  scenarios: [
    { era: "default", answerer: "nobody", how: '`codex exec`, `approval_policy = "never"`' },
    {
      era: "default",
      answerer: "accept",
      how: "`codex app-server`: its controller accepts `mcpServer/elicitation/request`",
    },
  ],
  async drive({ answerer }, session) {
    await session.writeFile(".codex/config.toml", toConfig(session));
    const env = { CODEX_HOME: `${session.home}/.codex` };
    if (answerer === "nobody") {
      await session.run(["exec", ...OFFLINE, "--skip-git-repo-check", PROMPT], { env });
    } else {
      await session.run(["app-server", ...OFFLINE], { env, conversation: controller(session.workFolder) });
    }
  },
};

function toConfig({ server: [command, ...args], modelUrl }: ClientSession): string {
  // JSON's strings and arrays of strings are TOML's as well.
  return `
model = "stand-in"
model_provider = "loopback"
approval_policy = "never"
check_for_update_on_startup = false

[analytics]
enabled = false

[model_providers.loopback]
name = "loopback"
base_url = "${modelUrl}/v1"
wire_api = "responses"

[mcp_servers.${SERVER_NAME}]
command = ${JSON.stringify(command)}
args = ${JSON.stringify(args)}
default_tools_approval_mode = "approve"
required = true
`;
}

/** The editor's side of the app server: one thread, one turn, and an accept for the question. */
function controller(cwd: string): Conversation {
  const clientInfo = { name: "controller", title: "Controller", version: "1.0.0" };
  return {
    opening: [toJson({ id: "hello", method: "initialize", params: { clientInfo } })],
    replyTo(line) {
      const { id, method, params, result } = FROM_APP_SERVER.parse(parseJson(line));
      if (method === "mcpServer/elicitation/request") {
        return [toJson({ id, result: { action: "accept", content: lastOffered(params) } })];
      }
      if (method === "turn/completed") return "end";
      if (id === "hello") {
        const start = { cwd, approvalPolicy: "on-request", sandbox: "read-only" };
        return [{ method: "initialized" }, { id: "thread", method: "thread/start", params: start }].map(toJson);
      }
      if (id === "thread") {
        const turn = { threadId: result?.thread?.id, input: [{ type: "text", text: PROMPT }] };
        return [toJson({ id: "turn", method: "turn/start", params: turn })];
      }
      return [];
    },
  };
}

function toJson(message: object): string {
  return JSON.stringify(message);
}
