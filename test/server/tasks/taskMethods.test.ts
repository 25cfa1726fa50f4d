import {
  CancelTaskResultV2Schema,
  CreateTaskResultV2Schema,
  GetTaskResultV2Schema,
  UpdateTaskResultV2Schema,
} from "@modelcontextprotocol/ext-tasks/core/v2";
import type { CallToolResult } from "@modelcontextprotocol/server";
import { describe, expect, it } from "vitest";
import { storeUnreachable } from "../../../src/core/storeUnreachable.js";
import { toRefusalResult } from "../../../src/server/refusalWire.js";
import { TaskStoreError } from "../../../src/server/tasks/taskStore.js";
import { cites } from "../../requirements.js";
import type { Received } from "../../support/scriptedClient.js";
import { envelope, initialize, servedConnection } from "../servedConnection.js";
import { KNOWS_TASKS, picking, taskConnection } from "./taskConnection.js";

const LIMITS = { openPerOwner: 2, openInAll: 4, finishedInAll: 4 };

/** A call that does not end by itself. */
const NEVER = { backend: async () => await new Promise<CallToolResult>(() => undefined) };

/** A call that is stopped by its signal, as those of the product are. */
const UNTIL_STOPPED = {
  backend: async (_call: unknown, signal: AbortSignal): Promise<CallToolResult> => {
    await new Promise((resolve) => {
      signal.addEventListener("abort", resolve);
    });
    throw signal.reason;
  },
};

it("a call that is cancelled before its handle could be given is no task, and holds no place", async () => {
  const served = taskConnection({ ...NEVER, taskLimits: { openPerOwner: 1, openInAll: 1, finishedInAll: 4 } });
  const params = { name: "waitFor", arguments: { text: "Inbox" }, _meta: envelope(KNOWS_TASKS) };

  const call = { jsonrpc: "2.0", id: "call", method: "tools/call", params };
  const cancellation = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: "call" } };
  served.client.sendRaw(`${JSON.stringify(call)}\n${JSON.stringify(cancellation)}\n`);
  await served.ask("server/discover", {});
  const next = await served.call();

  expect(next.result).toMatchObject({ resultType: "task", status: "working" });
  expect(served.client.received.filter((message) => message.id === "call")).toEqual([]);
});

describe("on the modern era", () => {
  it(cites("K6")`the extension is advertised, and not the tasks of 2025`, async () => {
    const { ask } = taskConnection();
    const { result } = await ask("server/discover", {});
    expect(result?.["capabilities"]).toEqual({ tools: {}, extensions: { "io.modelcontextprotocol/tasks": {} } });
  });

  it(cites("K6")`every answer about a task is of the extension's own schema`, async () => {
    const { call, get, until, update, cancel, start } = taskConnection();

    const handle = await call();
    const taskId = String(handle.result?.["taskId"]);
    const waiting = await until(taskId, "input_required");
    const updated = await update(taskId, picking("emulator-5554"));
    const completed = await until(taskId, "completed");
    const other = await start();
    const cancelled = await cancel(other);

    expect(CreateTaskResultV2Schema.parse(handle.result)).toMatchObject({ status: "working", pollIntervalMs: 500 });
    expect(GetTaskResultV2Schema.parse(waiting)).toMatchObject({ status: "input_required" });
    expect(UpdateTaskResultV2Schema.parse(updated.result)).toMatchObject({ resultType: "complete" });
    expect(GetTaskResultV2Schema.parse(completed)).toMatchObject({ ttlMs: 900_000, result: { content: [{}] } });
    expect(CancelTaskResultV2Schema.parse(cancelled.result)).toMatchObject({ resultType: "complete" });
    expect(GetTaskResultV2Schema.parse((await get(other)).result)).toMatchObject({ status: "cancelled" });
  });

  it(cites("K6")`a bug fails the task with the JSON-RPC error that the call would have had`, async () => {
    const backend = async (): Promise<CallToolResult> => {
      throw new TypeError("x is undefined");
    };
    const { start, until } = taskConnection({ backend });

    const failed = await until(await start(), "failed");

    expect(GetTaskResultV2Schema.parse(failed)).toMatchObject({
      statusMessage: "Internal error; the server's log says more",
      error: { code: -32_603, message: "Internal error; the server's log says more" },
    });
    expect(failed).not.toHaveProperty("result");
  });

  it(cites("K6")`a refusal completes the task`, async () => {
    const refusal = toRefusalResult({
      code: "no_device",
      message: "None.",
      hint: "Attach one.",
      data: { excluded: [] },
    });
    const { start, until } = taskConnection({ backend: async () => refusal });
    expect(await until(await start(), "completed")).toMatchObject({ result: refusal });
  });

  it.each(["tasks/get", "tasks/update", "tasks/cancel"])(
    cites("K6")`%s is refused to a request that does not declare tasks, whether or not the task is there`,
    async (method) => {
      const { ask, start } = taskConnection(NEVER);
      const taskId = await start();
      const undeclared = async (id: string): Promise<Received> =>
        await ask(method, { taskId: id }, { elicitation: {} });

      const refused = {
        code: -32_021,
        data: { requiredCapabilities: { extensions: { "io.modelcontextprotocol/tasks": {} } } },
      };
      expect((await undeclared(taskId)).error).toMatchObject(refused);
      expect((await undeclared("nobody")).error).toMatchObject(refused);
    },
  );

  it.each(["tasks/get", "tasks/update", "tasks/cancel"])(
    cites("K6")`%s of an unknown id, and of an id that is none, is -32602`,
    async (method) => {
      const { ask } = taskConnection();
      expect((await ask(method, { taskId: "nobody" })).error).toEqual({
        code: -32_602,
        message: "There is no such task",
      });
      expect((await ask(method, { taskId: 7 })).error).toMatchObject({ code: -32_602 });
    },
  );

  it.each(["tasks/result", "tasks/list"])(cites("K6")`%s is not there`, async (method) => {
    const { ask } = taskConnection();
    expect((await ask(method, { taskId: "nobody" })).error).toMatchObject({ code: -32_601 });
  });

  it(cites("K6")`a call that does not declare tasks is answered at once, also after one that did`, async () => {
    const { start, call, phones } = taskConnection();
    await start();
    const { result } = await call({ arguments: { deviceId: "emulator-5554" } }, { elicitation: { form: {} } });
    expect(result).toMatchObject({ resultType: "complete", content: [{ text: "ran on emulator-5554" }] });
    expect(phones.runs).toContain("ran on emulator-5554");
  });

  it("a call of a tool that is quick is answered at once, whatever is declared", async () => {
    const { ask } = taskConnection();
    const params = { name: "tapOn", arguments: { deviceId: "emulator-5554" }, task: { ttl: 60_000 } };
    expect((await ask("tools/call", params)).result).toMatchObject({ resultType: "complete" });
  });

  it(cites("K5")`one task too many is refused with what to do, and nothing of it runs`, async () => {
    const { call, start, cancel } = taskConnection({ ...UNTIL_STOPPED, taskLimits: LIMITS });
    const first = await start();
    await start();

    const { result, line } = await call();

    expect(result).toMatchObject({ isError: true, resultType: "complete" });
    expect(line).toMatch(/"text":"\{\\"code\\":\\"too_many_tasks\\".*\\"limit\\":2\}"/);
    await cancel(first);
    expect((await call()).result).toHaveProperty("taskId");
  });

  it("a call that cannot be kept as a task is refused as every call is that needs the store, and did not run", async () => {
    const create = async (): Promise<never> => {
      throw new TaskStoreError("it is full");
    };
    const { call, phones } = taskConnection({ taskStore: { create } });

    const { result } = await call();

    expect(result).toMatchObject(toRefusalResult(storeUnreachable("it is full", "did_not_run")));
    expect(phones.runs).toEqual([]);
  });

  it("cancelling says whether something may have been done to a device", async () => {
    const { start, cancel, until } = taskConnection(UNTIL_STOPPED);
    const looking = await start();
    const installing = await start({ name: "installApp" });
    await cancel(looking);
    await cancel(installing);

    expect(await until(looking, "cancelled")).toHaveProperty(
      "statusMessage",
      "Cancelled. Nothing was done to a device (did_not_run).",
    );
    expect(await until(installing, "cancelled")).toHaveProperty(
      "statusMessage",
      "Cancelled while it ran: something may have been done to the device (may_have_run).",
    );
  });

  it("a retry that answers a question from before runs as a task too, and is judged as any retry", async () => {
    const { call, start, until, records } = taskConnection();
    const question = await call({}, { elicitation: { form: {} } });
    const { requestState } = question.result ?? {};

    const taskId = await start({ requestState, inputResponses: picking("emulator-5554") });

    expect(await until(taskId, "completed")).toMatchObject({ result: { content: [{ text: "ran on emulator-5554" }] } });
    expect(records.items.map(({ outcome, task }) => ({ outcome, task }))).toEqual([
      { outcome: "asked", task: false },
      { outcome: "accept", task: true },
    ]);
  });

  it("a state that was tampered with makes no task", async () => {
    const { call } = taskConnection();
    const { error } = await call({ requestState: "v1.e30.AAAA", inputResponses: picking("emulator-5554") });
    expect(error).toMatchObject({ code: -32_602, data: { reason: "invalid_request_state" } });
  });
});

describe("on the legacy era", () => {
  it.each(["tasks/get", "tasks/update", "tasks/cancel", "tasks/result", "tasks/list"])(
    cites("K6")`%s is not there, and nothing is advertised`,
    async (method) => {
      const { client } = servedConnection({ taskLimits: LIMITS });
      const hello = await initialize(client, KNOWS_TASKS);
      expect(hello.result?.["capabilities"]).toEqual({ tools: {} });
      expect((await client.request(method, { taskId: "nobody" }).answer).error).toMatchObject({ code: -32_601 });
    },
  );

  it(cites("K5")`a call that asks for a task of 2025 is answered at once`, async () => {
    const { client, phones } = servedConnection({ taskLimits: LIMITS });
    await initialize(client, KNOWS_TASKS);
    const params = { name: "waitFor", arguments: { deviceId: "emulator-5554" }, task: { ttl: 60_000 } };
    const { result } = await client.request("tools/call", params).answer;
    expect(result).toMatchObject({ content: [{ text: "ran on emulator-5554" }] });
    expect(result).not.toHaveProperty("task");
    expect(phones.runs).toEqual(["ran on emulator-5554"]);
  });

  it(cites("K5")`such a call is asked about as every other one, by a push`, async () => {
    const { client } = servedConnection({ taskLimits: LIMITS });
    await initialize(client, KNOWS_TASKS);
    const pending = client.request("tools/call", { name: "waitFor", arguments: {}, task: { ttl: 60_000 } });
    const question = await client.asked();
    client.send({ id: question.id, result: { action: "accept", content: { deviceId: "emulator-5554" } } });
    expect((await pending.answer).result).toMatchObject({ content: [{ text: "ran on emulator-5554" }] });
  });
});
