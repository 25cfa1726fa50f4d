import type { Received } from "../../support/scriptedClient.js";
import { accepting, envelope, type ServedConnection, servedConnection } from "../servedConnection.js";
import type { ServedOptions } from "../servedParts.js";

/** What a client declares that knows tasks and can be asked. */
export const KNOWS_TASKS = { elicitation: { form: {} }, extensions: { "io.modelcontextprotocol/tasks": {} } };

/** A modern client of a server with two phones, at its raw wire. */
export interface TaskConnection extends ServedConnection {
  /** Sends any request, with the envelope of such a client unless `capabilities` says otherwise. */
  ask(method: string, params: object, capabilities?: object): Promise<Received>;
  /** Calls `waitFor` without a device; params that are given come on top. */
  call(params?: object, capabilities?: object): Promise<Received>;
  /** Makes a task and gives its id. */
  start(params?: object, capabilities?: object): Promise<string>;
  get(taskId: string): Promise<Received>;
  /** Looks until the task has this status, and gives what it says then. */
  until(taskId: string, status: string): Promise<Readonly<Record<string, unknown>>>;
  update(taskId: string, inputResponses: object): Promise<Received>;
  cancel(taskId: string): Promise<Received>;
}

/** Serves tasks until the test ends. */
export function taskConnection(options: ServedOptions = {}): TaskConnection {
  const taskLimits = { openPerOwner: 8, openInAll: 16, finishedInAll: 16 };
  const served = servedConnection({ taskLimits, ...options });
  const ask: TaskConnection["ask"] = async (method, params, capabilities = KNOWS_TASKS) =>
    await served.client.request(method, { _meta: envelope(capabilities), ...params }).answer;
  const call: TaskConnection["call"] = async (params = {}, capabilities) =>
    await ask("tools/call", { name: "waitFor", arguments: { text: "Inbox" }, ...params }, capabilities);
  const get: TaskConnection["get"] = async (taskId) => await ask("tasks/get", { taskId });
  return {
    ...served,
    ask,
    call,
    async start(params, capabilities) {
      const { result, line } = await call(params, capabilities);
      if (typeof result?.["taskId"] !== "string") throw new Error(`no task: ${line}`);
      return result["taskId"];
    },
    get,
    async until(taskId, status) {
      for (let looks = 0; looks < 100; looks += 1) {
        const { result } = await get(taskId);
        if (result?.["status"] === status) return result;
      }
      throw new Error(`${taskId} is not ${status}: ${(await get(taskId)).line}`);
    },
    update: async (taskId, inputResponses) => await ask("tasks/update", { taskId, inputResponses }),
    cancel: async (taskId) => await ask("tasks/cancel", { taskId }),
  };
}

/** The answer that picks this device. */
export function picking(deviceId: string): object {
  return { deviceChoice: accepting(deviceId) };
}
