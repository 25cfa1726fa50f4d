import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { cites } from "../requirements.js";
import { type ProxyWorld, startProxyWorld } from "../support/proxyWorld.js";
import { accepting, modernCall } from "../support/questionClient.js";
import { resultOf, type ServerProcess } from "../support/serverProcess.js";

const KNOWS_TASKS = { elicitation: { form: {} }, extensions: { "io.modelcontextprotocol/tasks": {} } };
const KEPT_KEY = { AUTOMOBILE_SESSION_KEY: "shelf 3" };
const UNKNOWN = { code: -32_602, message: "There is no such task" };

/** Sends a modern request of a client that knows tasks, and gives what came back of it. */
async function ask(proxy: ServerProcess, method: string, params: object): Promise<Readonly<Record<string, unknown>>> {
  const { body } = await proxy.request(method, modernCall(params, KNOWS_TASKS));
  return body["error"] === undefined ? resultOf({ body, line: "" }) : { error: body["error"] };
}

/** Makes a task that waits to be told which phone. */
async function startWaiting(proxy: ServerProcess): Promise<string> {
  const { taskId } = await ask(proxy, "tools/call", { name: "waitFor", arguments: { text: "Settings" } });
  await until(proxy, String(taskId), "input_required");
  return String(taskId);
}

/** Looks until the task has this status. */
async function until(proxy: ServerProcess, taskId: string, status: string): Promise<Readonly<Record<string, unknown>>> {
  for (;;) {
    const task = await ask(proxy, "tasks/get", { taskId });
    if (task["status"] === status) return task;
    if (task["status"] !== "working") throw new Error(`${status} did not come: ${JSON.stringify(task)}`);
  }
}

describe("tasks behind proxies", () => {
  let world: ProxyWorld;

  beforeEach(async () => {
    world = await startProxyWorld();
  });
  afterEach(async () => {
    await world.close();
  });

  it(cites("K2")`are there for the proxy that made them and for nobody else`, async () => {
    const [, second] = world.phones.ids;
    const owner = world.startProxy();
    const stranger = world.startProxy();
    const taskId = await startWaiting(owner);
    const answer = { taskId, inputResponses: { deviceChoice: accepting(second) } };

    expect(await ask(stranger, "tasks/get", { taskId })).toEqual({ error: UNKNOWN });
    expect(await ask(stranger, "tasks/update", answer)).toEqual({ error: UNKNOWN });
    expect(await ask(stranger, "tasks/cancel", { taskId })).toEqual({ error: UNKNOWN });
    expect(await ask(owner, "tasks/update", answer)).toMatchObject({ resultType: "complete" });

    expect(await until(owner, taskId, "completed")).toMatchObject({
      result: { structuredContent: { device: { deviceId: second } } },
    });
    expect(await world.records()).toMatchObject([
      { outcome: "asked", era: "modern", task: true },
      { outcome: "accept", era: "modern", task: true },
    ]);
  });

  it(cites("K2")`are found again by a restarted proxy with the same AUTOMOBILE_SESSION_KEY`, async () => {
    const [first] = world.phones.ids;
    const before = world.startProxy({ env: KEPT_KEY });
    const taskId = await startWaiting(before);
    await before.kill();

    const after = world.startProxy({ env: KEPT_KEY });
    await ask(after, "tasks/update", { taskId, inputResponses: { deviceChoice: accepting(first) } });

    expect(await until(after, taskId, "completed")).toMatchObject({
      result: { structuredContent: { device: { deviceId: first } } },
    });
  });

  it("are unknown after the daemon was restarted, and nothing runs by an answer from before", async () => {
    const [first] = world.phones.ids;
    const proxy = world.startProxy();
    const taskId = await startWaiting(proxy);
    await world.killDaemon();

    const answer = { taskId, inputResponses: { deviceChoice: accepting(first) } };
    expect(await ask(proxy, "tasks/update", answer)).toEqual({ error: UNKNOWN });
  });

  it(cites("S1")`are not asked about by the switch of the client's own proxy`, async () => {
    const off = world.startProxy({ env: { AUTOMOBILE_ELICITATION: "off" } });
    const { taskId } = await ask(off, "tools/call", { name: "waitFor", arguments: { text: "Settings" } });

    const { result } = await until(off, String(taskId), "completed");

    expect(JSON.stringify(result)).toContain("ambiguous_device_target");
    expect(await world.records()).toMatchObject([{ outcome: "disabled", task: true }]);
  });

  it("are advertised by the proxy as by the daemon, on the modern era alone", async () => {
    const proxy = world.startProxy();
    expect((await ask(proxy, "server/discover", {}))["capabilities"]).toEqual({
      tools: {},
      extensions: { "io.modelcontextprotocol/tasks": {} },
    });
  });
});
