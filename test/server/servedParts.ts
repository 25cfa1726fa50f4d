import type { McpServerFactory, RequestStateCodec, Tool } from "@modelcontextprotocol/server";
import type { Log } from "../../src/core/log.js";
import type { StatePayload } from "../../src/elicitation/requestState.js";
import { createStateCodec } from "../../src/elicitation/stateCodec.js";
import type { ToolBackend } from "../../src/elicitation/targetQuestion.js";
import type { ElicitationRecord } from "../../src/server/elicitationOutcome.js";
import { createMcpServerFactory } from "../../src/server/mcpServer.js";
import { readSessionKey } from "../../src/server/sessionKey.js";
import { growingList, type GrowingList } from "../support/growingList.js";
import { type ManualTimer, manualTimer } from "../support/manualTimer.js";
import { EMULATOR, GALAXY, type ScriptedPhones, scriptedPhones } from "../support/scriptedPhones.js";

const TOOLS: readonly Tool[] = [{ name: "tapOn", inputSchema: { type: "object" } }];

/** One process's server, as its composition root would put it together over two scripted phones. */
export interface ServedParts {
  readonly factory: (rawElicitation?: () => unknown) => McpServerFactory;
  readonly timer: ManualTimer;
  readonly phones: ScriptedPhones;
  readonly records: GrowingList<ElicitationRecord>;
  /** Every line that the server logged. */
  readonly logged: readonly string[];
  /** Turns `AUTOMOBILE_ELICITATION` from now on. */
  turn(position: "on" | "off"): void;
}

/** What a test may exchange. */
export interface ServedOptions {
  readonly backend?: ToolBackend;
  readonly stateCodec?: RequestStateCodec<StatePayload>;
}

/** Puts the parts together. */
export function servedParts(options: ServedOptions = {}): ServedParts {
  const timer = manualTimer();
  const phones = scriptedPhones(GALAXY, EMULATOR);
  const records = growingList<ElicitationRecord>();
  const logged: string[] = [];
  const stateCodec = options.stateCodec ?? createStateCodec({ bind: readSessionKey });
  let isOff = false;
  return {
    factory: (rawElicitation = () => undefined) =>
      createMcpServerFactory({
        instructions: "Test phones.",
        tools: TOOLS,
        backend: options.backend ?? phones.backend,
        question: phones.question,
        ambiguousDeviceElicitation: {
          timer,
          policy: { isOff: () => isOff },
          recorder: records.add,
          topology: "direct",
        },
        stateCodec,
        rawElicitation,
        log: listLog(logged),
      }),
    timer,
    phones,
    records,
    logged,
    turn(position) {
      isOff = position === "off";
    },
  };
}

/** A log that is a list. */
function listLog(lines: string[]): Log {
  const write = (line: string, fields: object = {}): void => {
    lines.push(`${line} ${JSON.stringify(fields)}`);
  };
  return { info: write, warn: write, error: write };
}
