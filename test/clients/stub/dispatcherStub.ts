import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { createStateCodec } from "../../../src/elicitation/stateCodec.js";
import { logRecorder } from "../../../src/server/elicitationOutcome.js";
import { createElicitationPolicy, ELICITATION_SWITCH } from "../../../src/server/elicitationPolicy.js";
import { createMcpServerFactory } from "../../../src/server/mcpServer.js";
import { readSessionKey } from "../../../src/server/sessionKey.js";
import { createStdioTransport } from "../../../src/server/stdioTransport.js";
import { createProcessLog } from "../../../src/system/log.js";
import { liveVariable } from "../../../src/system/settings.js";
import { systemTimer } from "../../../src/system/systemTimer.js";
import { EMULATOR, GALAXY, scriptedPhones } from "../../support/scriptedPhones.js";

/**
 * The production dispatcher on stdio, over two phones that do not exist. With `--undiscoverable` every call goes through
 * the modern wrapper, but the connection does not answer `server/discover`: the server that a client cannot recognise.
 */
const isUndiscoverable = process.argv.includes("--undiscoverable");
const { log } = createProcessLog({ stream: process.stderr, level: "info" });
const phones = scriptedPhones(GALAXY, EMULATOR);
const transport = createStdioTransport({ input: process.stdin, output: process.stdout, timer: systemTimer });
const createServer = createMcpServerFactory({
  instructions: "Presses buttons of phones that do not exist.",
  tools: [
    {
      name: "pressButton",
      description: "Presses a button.",
      inputSchema: {
        type: "object",
        properties: { button: { type: "string" }, deviceId: { type: "string" } },
        additionalProperties: false,
      },
    },
  ],
  backend: phones.backend,
  question: phones.question,
  ambiguousDeviceElicitation: {
    timer: systemTimer,
    policy: createElicitationPolicy(liveVariable(ELICITATION_SWITCH), (line) => {
      log.warn(line);
    }),
    recorder: logRecorder(log),
    topology: "direct",
  },
  stateCodec: createStateCodec({ bind: readSessionKey }),
  rawElicitation: transport.rawElicitation,
  log,
});

if (isUndiscoverable) {
  const server = await createServer({ era: "modern" });
  await server.connect(transport);
} else {
  serveStdio(createServer, { transport });
}
