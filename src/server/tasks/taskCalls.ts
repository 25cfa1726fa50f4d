import { type CallToolResult, SdkError, SdkErrorCode, type ServerContext } from "@modelcontextprotocol/server";
import type { RefusalOf } from "../../core/refusal.js";
import { storeUnreachable } from "../../core/storeUnreachable.js";
import { isRetry, withRetryAnswer } from "../../elicitation/ambiguousDeviceMrtr.js";
import type { LowLevelServer } from "../../elicitation/askingEnvelope.js";
import { declaresExtension, readModernCaller } from "../../elicitation/modernCaller.js";
import type { ModernAsking } from "../../elicitation/modernQuestion.js";
import { withAmbiguousDeviceTask } from "../../elicitation/taskQuestion.js";
import type { ResolvedTarget, ToolBackend, ToolCall } from "../../elicitation/targetQuestion.js";
import type { Log } from "../../core/log.js";
import type { ReportingBackend, ReportProgress } from "../callProgress.js";
import { toRefusalResult } from "../refusalWire.js";
import { installTaskMethods, type ServedWork, toOwner } from "./taskMethods.js";
import type { TaskOpening, Tasks } from "./tasks.js";
import { TaskStoreError } from "./taskStore.js";
import { TASKS_EXTENSION, toCreateTaskResult } from "./taskWire.js";

/** The tasks that the server instances of a process share. */
export interface TaskServing {
  readonly tasks: Tasks;
  /** The tools whose calls run as tasks, for every client that knows tasks. */
  readonly toolNames: ReadonlySet<string>;
  /** Names the caller of a request: the session key, or what stands for all callers without one. */
  readonly callerKey: (context: ServerContext) => string;
}

/** What one server instance runs its tasks with. */
export interface TaskCallsOptions<Target extends ResolvedTarget> {
  readonly serving: TaskServing;
  readonly backend: ReportingBackend;
  readonly asking: ModernAsking<Target>;
  readonly log: Log;
}

/**
 * Starts a call as a task and gives its handle; `undefined` for a call that is to be answered at once. Who cancels the call
 * gets no handle, so that cancels the task too.
 */
export type StartAsTask = (call: ToolCall, context: ServerContext) => Promise<CallToolResult | undefined>;

/**
 * Serves tasks on an instance of the modern era: the methods that look at them, and calls that become one. The handle is
 * given before anything of the call has run, so that its question comes with the task and not with the call.
 */
export function installTaskCalls<Target extends ResolvedTarget>(
  server: LowLevelServer,
  { serving, backend, asking, log }: TaskCallsOptions<Target>,
): StartAsTask {
  const { tasks, toolNames, callerKey } = serving;
  const reporting =
    (report: ReportProgress): ToolBackend =>
    async (call, signal) =>
      await backend(call, signal, report);
  const work: ServedWork = {
    begin: async (stretch) => await withAmbiguousDeviceTask(reporting(stretch.report), asking).begin(stretch),
    resume: async (stretch) => await withAmbiguousDeviceTask(reporting(stretch.report), asking).resume(stretch),
    abandon(stretch) {
      withAmbiguousDeviceTask(reporting(unheard), asking).abandon(stretch);
    },
  };
  installTaskMethods(server, { tasks, callerKey, log, workOf: () => work });

  /** A call that answers a question of its own is judged like any such call; it cannot be asked again. */
  const beginOf = ({ mcpReq }: ServerContext): TaskOpening["begin"] => {
    const answer = { responses: mcpReq.inputResponses, state: mcpReq.requestState() };
    if (!isRetry(answer)) return work.begin;
    return async (stretch) => {
      const callRetry = withRetryAnswer(reporting(stretch.report), asking);
      return { is: "result", result: await callRetry({ ...stretch, ...answer, task: true }) };
    };
  };
  const startTask = async (call: ToolCall, context: ServerContext): Promise<CallToolResult> => {
    const owner = toOwner(callerKey(context));
    const { signal } = context.mcpReq;
    const start = await tasks.start({
      ...{ owner, call },
      caller: readModernCaller(context),
      begin: beginOf(context),
    });
    if (start.is === "too_many") return toRefusalResult(tooManyTasks(call.name, start.limit));
    const giveUp = (): void => {
      if (isConnectionClosed(signal.reason)) return;
      tasks.cancel({ taskId: start.task.taskId, owner }, work.abandon).catch((error: unknown) => {
        log.warn("the task of a cancelled call could not be cancelled", { error: String(error) });
      });
    };
    signal.addEventListener("abort", giveUp);
    if (signal.aborted) giveUp();
    return toCreateTaskResult(start.task);
  };
  return async (call, context) => {
    if (!toolNames.has(call.name) || !declaresExtension(context, TASKS_EXTENSION)) return undefined;
    try {
      return await startTask(call, context);
    } catch (error) {
      if (!(error instanceof TaskStoreError)) throw error;
      log.warn("a call could not become a task", { tool: call.name, cause: error.message });
      return toRefusalResult(storeUnreachable(error.message, "did_not_run"));
    }
  };
}

function tooManyTasks(tool: string, limit: number): RefusalOf<"too_many_tasks"> {
  return {
    code: "too_many_tasks",
    message: `${tool} did not run: ${limit} tasks work or wait for an answer already, and there may be no more.`,
    hint: `Wait until a task has ended, answer the one that waits or cancel it with tasks/cancel, then repeat ${tool}.`,
    data: { limit },
  };
}

/** A connection may close with the handle on its way; whoever got it finds the task over another one. */
function isConnectionClosed(reason: unknown): boolean {
  return reason instanceof SdkError && reason.code === SdkErrorCode.ConnectionClosed;
}

function unheard(): void {
  // A task that waits says nothing of its progress.
}
