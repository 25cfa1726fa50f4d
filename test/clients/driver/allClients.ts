import { CLAUDE_CODE } from "./claudeCode.js";
import type { ClientDriver } from "./clientDriver.js";
import { CODEX } from "./codex.js";
import { COPILOT_CLI } from "./copilotCli.js";
import { GEMINI_CLI } from "./geminiCli.js";
import { INSPECTOR, MCPDO } from "./inspector.js";
import { OPENCODE } from "./openCode.js";
import { QWEN_CODE } from "./qwenCode.js";
import { SDK_1_17 } from "./sdk117.js";
import { SDK_1 } from "./sdk1.js";
import { SDK_2 } from "./sdk2.js";

/** The clients that are nothing but an SDK, and always here. */
export const SDK_CLIENTS: readonly ClientDriver[] = [SDK_1_17, SDK_1, SDK_2];

/** Every client that can be run without a person, in the order in which people read of them. */
export const ALL_CLIENTS: readonly ClientDriver[] = [
  CLAUDE_CODE,
  CODEX,
  COPILOT_CLI,
  GEMINI_CLI,
  QWEN_CODE,
  OPENCODE,
  MCPDO,
  INSPECTOR,
  ...SDK_CLIENTS,
];
