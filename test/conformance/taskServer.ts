import {
  type CallToolResult,
  type InputRequests,
  inputRequired,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { pause } from "../../src/core/pause.js";
import type { LowLevelServer } from "../../src/elicitation/askingEnvelope.js";
import { declaresExtension, readModernCaller } from "../../src/elicitation/modernCaller.js";
import type { StretchEnd } from "../../src/elicitation/taskQuestion.js";
import { readSessionKey } from "../../src/server/sessionKey.js";
import { createMemoryTaskStore } from "../../src/server/tasks/memoryTaskStore.js";
import { installTaskMethods, type ServedWork, tasksNotDeclared, toOwner } from "../../src/server/tasks/taskMethods.js";
import { createTasks, TASK_LIMITS } from "../../src/server/tasks/tasks.js";
import { TASKS_EXTENSION, toCreateTaskResult } from "../../src/server/tasks/taskWire.js";
import { systemTimer } from "../../src/system/systemTimer.js";
import { recordingLog } from "../support/recordingLog.js";
import { answeredText, ASK_NAME, elicit, hasAnswers } from "./suiteInputTools.js";
import { said, type SuiteResult, type SuiteTool, suiteTool } from "./suiteTools.js";

/** The suite's tools that run as tasks, on the product's own tasks. */
export interface SuiteTasks {
  readonly tools: readonly SuiteTool[];
  /** Serves the task methods of one server instance. */
  install(server: LowLevelServer): void;
  close(): Promise<void>;
}

type Arguments = Parameters<SuiteTool["run"]>[1];
type Stretch = Parameters<ServedWork["begin"]>[0];

/** Makes them, over a store of their own. */
export function createSuiteTasks(): SuiteTasks {
  const log = recordingLog();
  const tasks = createTasks({
    store: createMemoryTaskStore({ timer: systemTimer, limits: TASK_LIMITS }),
    limits: TASK_LIMITS,
    effectWhenStopped: () => "may_have_run",
    timer: systemTimer,
    log,
  });
  /** Makes a task of a call; `undefined` for a client that does not know tasks. */
  const start = async (context: ServerContext, name: string, args: Arguments): Promise<SuiteResult | undefined> => {
    if (!declaresExtension(context, TASKS_EXTENSION)) return undefined;
    const started = await tasks.start({
      owner: toOwner(readSessionKey(context)),
      call: { name, arguments: args },
      caller: readModernCaller(context),
      begin: workOf(name).begin,
    });
    if (started.is === "too_many") throw new Error("the suite makes more tasks than there may be");
    return toCreateTaskResult(started.task);
  };
  const taskTool = (name: string): SuiteTool => ({
    name,
    inputSchema: { type: "object" },
    run: async (context, args) => {
      const handle = await start(context, name, args);
      if (handle === undefined) throw tasksNotDeclared();
      return handle;
    },
  });
  return {
    tools: [
      {
        name: "greet",
        inputSchema: { type: "object", properties: { name: { type: "string" } } },
        run: async (_, args) => said(`Hello, ${String(args["name"])}!`),
      },
      {
        name: "slow_compute",
        inputSchema: { type: "object", properties: { seconds: { type: "number" }, label: { type: "string" } } },
        run: async (context, args) =>
          (await start(context, "slow_compute", args)) ?? (await compute(args, context.mcpReq.signal)),
      },
      ...["failing_job", "protocol_error_job", "confirm_delete", "multi_input"].map(taskTool),
      suiteTool("test_tool_with_task", async (context) => {
        if (!hasAnswers(context, "user_name")) return inputRequired({ inputRequests: { user_name: ASK_NAME } });
        const greeted = { name: answeredText(context, "user_name", "name") };
        return await taskTool("test_tool_with_task").run(context, greeted);
      }),
    ],
    install(server) {
      installTaskMethods(server, { tasks, callerKey: readSessionKey, workOf, log });
    },
    close: async () => {
      await tasks.close();
    },
  };
}

const CONFIRM_DELETE = elicit("Delete the file?", { confirm: { type: "boolean" } });
const ASK_CONFIRM = elicit("Sure?", { confirm: { type: "boolean" } });

/** What each of them does from its beginning. */
const BEGINNINGS: ReadonlyMap<string, (stretch: Stretch) => Promise<StretchEnd>> = new Map([
  ["slow_compute", async ({ call, signal }: Stretch) => toResult(await compute(call.arguments, signal))],
  [
    "failing_job",
    async ({ signal }: Stretch) => {
      await wait(1, signal);
      return toResult({ ...said("the job failed"), isError: true });
    },
  ],
  [
    "protocol_error_job",
    async () => {
      throw new ProtocolError(ProtocolErrorCode.InternalError, "the job broke");
    },
  ],
  ["confirm_delete", async () => asking({ confirm: CONFIRM_DELETE })],
  ["multi_input", async () => asking({ name: ASK_NAME, confirm: ASK_CONFIRM })],
  ["test_tool_with_task", async ({ call }: Stretch) => toResult(said(`Hello, ${String(call.arguments["name"])}!`))],
]);

function workOf(name: string): ServedWork {
  const begin = BEGINNINGS.get(name);
  if (begin === undefined) throw new Error(`${name} never runs as a task`);
  return {
    begin,
    resume: async ({ answers }) => toResult(said(`answered: ${JSON.stringify(answers)}`)),
    abandon: () => undefined,
  };
}

function asking(inputRequests: InputRequests): StretchEnd {
  return { is: "input_required", inputRequests, memo: null };
}

function toResult(result: CallToolResult): StretchEnd {
  return { is: "result", result };
}

async function compute({ seconds, label }: Arguments, signal: AbortSignal): Promise<CallToolResult> {
  await wait(Number(seconds), signal);
  return said(`computed ${String(label)}`);
}

async function wait(seconds: number, signal: AbortSignal): Promise<void> {
  await pause({ timer: systemTimer, ms: seconds * 1000, label: "suite job", signal });
  signal.throwIfAborted();
}
