import { resultFromTaskOutcome } from "@modelcontextprotocol/ext-tasks/client";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { AnswerQuestion } from "../../src/cli/call/question.js";
import { VERSION } from "../../src/core/version.js";
import { type OtherVersion, otherVersion } from "../support/otherVersion.js";
import { initialize, type ProxyWorld, startProxyWorld, until } from "../support/proxyWorld.js";
import { accepting, modernCall } from "../support/questionClient.js";
import { resultOf, type ServerProcess } from "../support/serverProcess.js";
import { openTaskSession } from "../support/taskSession.js";
import { cites } from "../requirements.js";

const TAP = { name: "tapAt", arguments: { x: 190, y: 564 } };

describe.each([
  ["older", "0.0.10"],
  ["newer", "99.0.0"],
])("a proxy in front of a daemon of a version that is %s", (_, version) => {
  let world: ProxyWorld;
  let other: OtherVersion;

  beforeEach(async () => {
    world = await startProxyWorld();
    other = await otherVersion(version);
    await other.startDaemon(world.env);
  });
  afterEach(async () => {
    await world.close();
    await other.remove();
  });

  const inputServices = (): readonly string[] =>
    world.phones.lab.phones.flatMap((phone) => phone.services().filter((name) => name.includes("input")));
  const startLegacy = async (answer: object): Promise<ServerProcess> => {
    const proxy = world.startProxy({ answer: () => ({ result: answer }) });
    await initialize(proxy);
    return proxy;
  };

  it("uses it, and says so once", async () => {
    const { pid } = await world.daemon();
    const proxy = await startLegacy({});

    const first = await proxy.request("tools/call", { name: "listDevices" });
    await proxy.request("tools/call", { name: "listDevices" });

    expect(first.body["result"]).toMatchObject({ structuredContent: { complete: true } });
    expect(await world.daemon()).toMatchObject({ pid, version });
    expect(proxy.stderr().match(/the daemon is of another version/g)).toHaveLength(1);
  });

  it("joins one of its own version after that one died in a call, and runs the call no second time", async () => {
    const [deviceId] = world.phones.ids;
    const proxy = await startLegacy({});
    for (const phone of world.phones.lab.phones) phone.order({ kind: "hang", service: /input/ });
    const id = proxy.post("tools/call", { ...TAP, arguments: { ...TAP.arguments, deviceId } });
    await until(() => inputServices().length > 0);

    await world.killDaemon();
    const lost = await proxy.response(id);
    const after = await proxy.request("tools/call", { name: "listDevices" });

    expect(JSON.stringify(resultOf(lost))).toContain(String.raw`\"effect\":\"may_have_run\"`);
    expect(after.body["result"]).toMatchObject({ structuredContent: { complete: true } });
    expect(await world.daemon()).toMatchObject({ version: VERSION });
    expect(proxy.stderr().match(/the daemon is another process now/g)).toHaveLength(1);
    expect(inputServices()).toHaveLength(1);
  });

  it(cites("T2")`asks a client of 2025 itself, and has the call run on what was picked`, async () => {
    const [, second] = world.phones.ids;
    const proxy = await startLegacy(accepting(second));

    const { body } = await proxy.request("tools/call", TAP);
    await proxy.end();

    expect(body["result"]).toMatchObject({ structuredContent: { device: { deviceId: second } } });
    expect(world.inputs()).toEqual([0, 1]);
    expect(await world.records()).toMatchObject([{ outcome: "accept", era: "legacy", topology: "proxy" }]);
  });

  it("gives a client of 2025 that declines the refusal, and nothing runs", async () => {
    const proxy = await startLegacy({ action: "decline" });

    const { line } = await proxy.request("tools/call", TAP);

    expect(line).toContain(String.raw`\"code\":\"ambiguous_device_target\"`);
    expect(world.inputs()).toEqual([0, 0]);
  });

  it("hands on the question to a client of 2026, and its answer", async () => {
    const [, second] = world.phones.ids;
    const proxy = world.startProxy();
    const inputResponses = { deviceChoice: accepting(second) };

    const { requestState } = resultOf(await proxy.request("tools/call", modernCall(TAP)));
    const { body } = await proxy.request("tools/call", { ...modernCall(TAP), requestState, inputResponses });

    expect(body["result"]).toMatchObject({ structuredContent: { device: { deviceId: second } } });
    expect(world.inputs()).toEqual([0, 1]);
    expect(await world.records()).toMatchObject([
      { outcome: "asked", era: "modern", topology: "proxy" },
      { outcome: "accept", era: "modern", topology: "proxy" },
    ]);
  });

  it("hands on the question of a task, and its answer", async () => {
    const [, second] = world.phones.ids;
    const answer: AnswerQuestion = async () => ({ action: "accept", content: { deviceId: second } });
    const { session, questions, close } = await openTaskSession({ env: world.env, command: "proxy", answer });

    const execution = await session.callTool("waitFor", { text: "Settings" });
    const { outcome } = await execution.settle();
    await close();

    expect(resultFromTaskOutcome(outcome)).toMatchObject({ structuredContent: { device: { deviceId: second } } });
    expect(questions).toHaveLength(1);
  });
});
