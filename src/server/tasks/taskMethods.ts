import { createHash } from "node:crypto";
import { MissingRequiredClientCapabilityError, ProtocolError, type ServerContext } from "@modelcontextprotocol/server";
import { z } from "zod";
import type { Log } from "../../core/log.js";
import { RPC_ERROR_CODE } from "../../core/rpcErrorCode.js";
import type { LowLevelServer } from "../../elicitation/askingEnvelope.js";
import { declaresExtension } from "../../elicitation/modernCaller.js";
import type { AnsweredStretch, TaskWork } from "../../elicitation/taskQuestion.js";
import { toProtocolError } from "../protocolFailure.js";
import type { ResumeTask, TaskKey, Tasks } from "./tasks.js";
import { TASKS_EXTENSION, toTaskResult } from "./taskWire.js";
import type { WorkingStretch } from "./taskWorker.js";

/** The work of one tool's tasks, as one server instance does it. */
export type ServedWork = TaskWork<WorkingStretch, AnsweredStretch & WorkingStretch>;

/** What one server instance serves its client's tasks with. */
export interface TaskMethodsOptions {
  readonly tasks: Tasks;
  /** Names the caller of a request: the session key, or what stands for all callers without one. */
  readonly callerKey: (context: ServerContext) => string;
  readonly workOf: (toolName: string) => ServedWork;
  readonly log: Log;
}

/**
 * Serves `tasks/get`, `tasks/update` and `tasks/cancel` on an instance of the modern era. Whoever does not declare the
 * extension with the request is refused before anything is looked up, and a task of somebody else is like none.
 */
export function installTaskMethods(server: LowLevelServer, options: TaskMethodsOptions): void {
  const { tasks, callerKey, workOf, log } = options;
  const serve = (method: string, run: (key: TaskKey, context: ServerContext) => Promise<TaskMethodResult>): void => {
    server.setRequestHandler(method, { params: PARAMS }, async ({ taskId }, context) => {
      if (!declaresExtension(context, TASKS_EXTENSION)) throw tasksNotDeclared();
      try {
        const result = await run({ taskId, owner: toOwner(callerKey(context)) }, context);
        if (result === undefined) throw new ProtocolError(RPC_ERROR_CODE.invalidParams, "There is no such task");
        return { ...result };
      } catch (error) {
        throw toProtocolError(error, { name: method }, log);
      }
    });
  };
  serve("tasks/get", async (key) => {
    const task = await tasks.read(key);
    return task === undefined ? undefined : toTaskResult(task);
  });
  serve("tasks/update", async (key, context) => {
    const resume: ResumeTask = async (stretch) => await workOf(stretch.call.name).resume(stretch);
    return (await tasks.answer(key, readAnswers(context), resume)) ? DONE : undefined;
  });
  serve("tasks/cancel", async (key) => {
    const isKnown = await tasks.cancel(key, (stretch) => {
      workOf(stretch.call.name).abandon(stretch);
    });
    return isKnown ? DONE : undefined;
  });
}

/** The name under which a caller owns tasks; his key itself is not kept. */
export function toOwner(callerKey: string): string {
  return createHash("sha256").update(`task owner:${callerKey}`).digest("hex");
}

/** The refusal of a request that cannot be served without tasks, for a client that did not declare them with it. */
export function tasksNotDeclared(): MissingRequiredClientCapabilityError {
  const requiredCapabilities = { extensions: { [TASKS_EXTENSION]: {} } };
  return new MissingRequiredClientCapabilityError(
    { requiredCapabilities },
    `This needs the extension ${TASKS_EXTENSION}`,
  );
}

const PARAMS = z.object({ taskId: z.string() });

/** The acknowledgement, which says nothing of the task: what became of it is what the next look shows. */
const DONE = { resultType: "complete" } as const;

/** `undefined`: there is no such task, be it that it never was, that it is forgotten, or that it is somebody else's. */
type TaskMethodResult = ReturnType<typeof toTaskResult> | typeof DONE | undefined;

/** The SDK takes the answers out of the params, and those that cannot be answers out of the answers; they count as bad ones. */
function readAnswers({ mcpReq }: ServerContext): Readonly<Record<string, unknown>> {
  const { inputResponses = {}, droppedInputResponseKeys = [] } = mcpReq;
  return { ...inputResponses, ...Object.fromEntries(droppedInputResponseKeys.map((key) => [key, null])) };
}
