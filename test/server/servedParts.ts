import type { McpServerFactory, RequestStateCodec, Tool } from "@modelcontextprotocol/server";
import type { StatePayload } from "../../src/elicitation/requestState.js";
import { createStateCodec } from "../../src/elicitation/stateCodec.js";
import type { ToolBackend } from "../../src/elicitation/targetQuestion.js";
import type { ElicitationRecord } from "../../src/server/elicitationOutcome.js";
import { createMcpServerFactory } from "../../src/server/mcpServer.js";
import { readSessionKey } from "../../src/server/sessionKey.js";
import { growingList, type GrowingList } from "../support/growingList.js";
import { type ManualTimer, manualTimer } from "../support/manualTimer.js";
import { recordingLog, type RecordingLog } from "../support/recordingLog.js";
import { EMULATOR, GALAXY, type ScriptedPhones, scriptedPhones } from "../support/scriptedPhones.js";

const TOOLS: readonly Tool[] = [{ name: "tapOn", inputSchema: { type: "object" } }];

/** One process's server, as its composition root would put it together over two scripted phones. */
export interface ServedParts {
  readonly factory: (rawElicitation?: () => unknown) => McpServerFactory;
  readonly timer: ManualTimer;
  readonly phones: ScriptedPhones;
  readonly records: GrowingList<ElicitationRecord>;
  readonly log: RecordingLog;
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
  const log = recordingLog();
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
        log,
      }),
    timer,
    phones,
    records,
    log,
    turn(position) {
      isOff = position === "off";
    },
  };
}
