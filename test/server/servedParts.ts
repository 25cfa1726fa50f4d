import type { McpServerFactory, RequestStateCodec, Tool } from "@modelcontextprotocol/server";
import type { StatePayload } from "../../src/elicitation/requestState.js";
import { createStateCodec } from "../../src/elicitation/stateCodec.js";
import type { ReportingBackend } from "../../src/server/callProgress.js";
import type { ElicitationRecord } from "../../src/server/elicitationOutcome.js";
import type { LocalKnowledge } from "../../src/server/localAnswers.js";
import { createMcpServerFactory } from "../../src/server/mcpServer.js";
import { readSessionKey } from "../../src/server/sessionKey.js";
import { createMemoryTaskStore } from "../../src/server/tasks/memoryTaskStore.js";
import { TASKS_EXTENSION } from "../../src/server/tasks/taskWire.js";
import { createTasks, type Tasks } from "../../src/server/tasks/tasks.js";
import type { TaskLimits, TaskStore } from "../../src/server/tasks/taskStore.js";
import { growingList, type GrowingList } from "../support/growingList.js";
import { type ManualTimer, manualTimer } from "../support/manualTimer.js";
import { recordingLog, type RecordingLog } from "../support/recordingLog.js";
import { EMULATOR, GALAXY, type ScriptedPhones, scriptedPhones } from "../support/scriptedPhones.js";

const INSTRUCTIONS = "Test phones.";
const TOOLS: readonly Tool[] = [{ name: "tapOn", inputSchema: { type: "object" } }];

/** Tools whose calls may run as tasks: one that only looks, and one that does something. */
const TASK_TOOLS: readonly Tool[] = ["waitFor", "installApp"].map((name) => ({
  name,
  inputSchema: { type: "object" },
}));

/** One process's server, as its composition root would put it together over two scripted phones. */
export interface ServedParts {
  /** What the server says of itself. */
  readonly knowledge: LocalKnowledge;
  readonly factory: (rawElicitation?: () => unknown) => McpServerFactory;
  readonly timer: ManualTimer;
  readonly phones: ScriptedPhones;
  readonly records: GrowingList<ElicitationRecord>;
  readonly log: RecordingLog;
  /** With `taskLimits` only. */
  readonly tasks: Tasks;
  /** Turns `AUTOMOBILE_ELICITATION` from now on. */
  turn(position: "on" | "off"): void;
}

/** What a test may exchange. */
export interface ServedOptions {
  readonly tools?: readonly Tool[];
  readonly backend?: ReportingBackend;
  readonly stateCodec?: RequestStateCodec<StatePayload>;
  /** Serves tasks, with the tools that may run as some. */
  readonly taskLimits?: TaskLimits;
  /** What of the store is otherwise than in one that works. */
  readonly taskStore?: Partial<TaskStore>;
}

/** Puts the parts together. */
export function servedParts(options: ServedOptions = {}): ServedParts {
  const timer = manualTimer();
  const phones = scriptedPhones(GALAXY, EMULATOR);
  const records = growingList<ElicitationRecord>();
  const log = recordingLog();
  const stateCodec = options.stateCodec ?? createStateCodec({ bind: readSessionKey });
  const { taskLimits } = options;
  const limits = taskLimits ?? { openPerOwner: 0, openInAll: 0, finishedInAll: 0 };
  const tasks = createTasks({
    store: { ...createMemoryTaskStore({ timer, limits }), ...options.taskStore },
    limits,
    effectWhenStopped: (tool) => (tool === "installApp" ? "may_have_run" : "did_not_run"),
    timer,
    log,
  });
  const serving = { tasks, toolNames: new Set(TASK_TOOLS.map(({ name }) => name)), callerKey: readSessionKey };
  const tools = options.tools ?? TOOLS;
  const knowledge =
    taskLimits === undefined
      ? { tools, extensions: [] }
      : { tools: [...tools, ...TASK_TOOLS], extensions: [TASKS_EXTENSION] };
  let isOff = false;
  return {
    knowledge: { ...knowledge, instructions: INSTRUCTIONS },
    factory: (rawElicitation = () => undefined) =>
      createMcpServerFactory({
        instructions: INSTRUCTIONS,
        tools: knowledge.tools,
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
        ...(taskLimits === undefined ? {} : { tasks: serving }),
        log,
      }),
    timer,
    phones,
    records,
    log,
    tasks,
    turn(position) {
      isOff = position === "off";
    },
  };
}
