import { z } from "zod";
import { parseJson } from "../../../src/core/parseJson.js";
import { type ClientDriver, SERVER_NAME, TOOL_CALL } from "./clientDriver.js";
import { lastOffered } from "./lastOffered.js";

const PENDING = z.object({ elicitationPending: z.looseObject({ elicitationId: z.string() }) });

/** Secrets are of no use here, and a keychain is not there. */
const ENVIRONMENT = { MCP_INSPECTOR_SECRET_STORE: "memory" };

/** The Inspector's command line for one call. It declares no elicitation, so there is no question to accept. */
export const INSPECTOR: ClientDriver = {
  id: "inspector",
  title: "MCP Inspector, command line",
  command: "inspector-cli",
  model: undefined,
  scenarios: [
    { era: "legacy", answerer: "nobody", how: "`--protocol-era legacy`, its default" },
    { era: "modern", answerer: "nobody", how: "`--protocol-era modern`" },
  ],
  whyNoAccept: "it is never asked",
  async drive({ era }, session) {
    const call = ["--method", "tools/call", "--tool-name", TOOL_CALL.tool];
    const args = ["--tool-args-json", JSON.stringify(TOOL_CALL.args)];
    const options = ["--protocol-era", era, "--format", "json"];
    await session.run([...options, ...call, ...args, ...session.server], { env: ENVIRONMENT });
  },
};

/** The Inspector's connection command line, which hands a question to whoever runs it and takes the answer later. */
export const MCPDO: ClientDriver = {
  id: "mcpdo",
  title: "MCP Inspector, `mcpdo`",
  command: "mcpdo",
  model: undefined,
  scenarios: [
    {
      era: "legacy",
      answerer: "nobody",
      how: "`connect --era legacy`, its default; nobody runs `elicitation/respond`",
    },
    { era: "legacy", answerer: "accept", how: "`connect --era legacy`, `elicitation/respond`" },
    { era: "modern", answerer: "nobody", how: "`connect --era modern`; nobody runs `elicitation/respond`" },
    { era: "modern", answerer: "accept", how: "`connect --era modern`, `elicitation/respond`" },
  ],
  async drive({ era, answerer }, session) {
    const [command, ...args] = session.server;
    await session.writeFile("mcp.json", JSON.stringify({ mcpServers: { [SERVER_NAME]: { command, args } } }));
    // Its daemon takes no folder that others could read.
    await session.writeFile("daemon/.keep", "");
    const env = {
      ...ENVIRONMENT,
      MCP_INSPECTOR_DAEMON_DIR: `${session.home}/daemon`,
      MCP_INSPECTOR_DAEMON_TOKEN: "made-up",
    };
    const run: Run = async (...line) => (await session.run(["--format", "json", ...line], { env })).stdout;
    try {
      await run("connect", SERVER_NAME, "--config", `${session.home}/mcp.json`, "--era", era);
      const pending = await run(`@${SERVER_NAME}`, "tools/call", TOOL_CALL.tool, JSON.stringify(TOOL_CALL.args));
      if (answerer === "accept") await respond(run, pending);
      // A modern question is never withdrawn: there is nothing to wait for.
      else if (era === "legacy") await session.untilReturned();
    } finally {
      await run("daemon", "stop");
    }
  },
};

type Run = (...line: readonly string[]) => Promise<string>;

async function respond(run: Run, pending: string): Promise<void> {
  const { elicitationPending } = PENDING.parse(parseJson(pending));
  const answer = JSON.stringify(lastOffered(elicitationPending));
  await run(`@${SERVER_NAME}`, "elicitation/respond", elicitationPending.elicitationId, answer);
}
