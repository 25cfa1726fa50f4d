import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { initialize, isAlive, type ProxyWorld, startProxyWorld, until } from "../support/proxyWorld.js";
import { accepting, modernCall } from "../support/questionClient.js";
import { resultOf, type ServerProcess, type WireMessage } from "../support/serverProcess.js";

const TAP = { name: "tapAt", arguments: { x: 190, y: 564 } };
const isQuestion = ({ body }: WireMessage): boolean => body["method"] === "elicitation/create";

describe("when processes die", () => {
  let world: ProxyWorld;
  let proxy: ServerProcess;

  beforeEach(async () => {
    world = await startProxyWorld();
    proxy = world.startProxy();
  });
  afterEach(async () => {
    await world.close();
  });
  /** The phone takes the tap, and is slow to say so. */
  const slowTap = (id: string): number => {
    for (const phone of world.phones.lab.phones) phone.order({ kind: "hang", service: /input/ });
    return proxy.post("tools/call", { ...TAP, arguments: { ...TAP.arguments, deviceId: id } });
  };
  const inService = async (): Promise<void> => {
    await until(() => world.phones.lab.phones.some((phone) => phone.services().some((name) => name.includes("input"))));
  };

  // case 105
  it("says of a call that the daemon died in that it may have run, does not repeat it, and joins a new daemon", async () => {
    const [first] = world.phones.ids;
    await initialize(proxy);
    const id = slowTap(first);
    await inService();
    const before = await world.daemon();

    await world.killDaemon();
    const lost = await proxy.response(id);
    const after = await proxy.request("tools/call", { name: "listDevices" });

    expect(JSON.stringify(resultOf(lost))).toContain(String.raw`\"code\":\"daemon_unreachable\"`);
    expect(JSON.stringify(resultOf(lost))).toContain(String.raw`\"effect\":\"may_have_run\"`);
    expect(after.body["result"]).toMatchObject({ structuredContent: { complete: true } });
    expect((await world.daemon()).pid).not.toBe(before.pid);
    expect(proxy.stderr()).toContain("the daemon is another process now");
  });

  it("holds an answer against a new daemon when the old one died during the question, and runs once on what was picked", async () => {
    const [, second] = world.phones.ids;
    await initialize(proxy);
    const id = proxy.post("tools/call", TAP);
    const question = await proxy.next(isQuestion);

    await world.killDaemon();
    proxy.sendLine(JSON.stringify({ jsonrpc: "2.0", id: question.body["id"], result: accepting(second) }));
    const answer = await proxy.response(id);

    // The identity that was offered is the phone's, not the daemon's: a new daemon sees the same phone.
    expect(answer.body["result"]).toMatchObject({ structuredContent: { device: { deviceId: second } } });
    expect(world.inputs()).toEqual([0, 1]);
  });

  it("sends nothing of a call whose proxy died between the question and the retry", async () => {
    await proxy.request("tools/call", modernCall(TAP));

    await proxy.kill();
    const other = world.startProxy();
    await other.request("tools/call", modernCall({ name: "listDevices" }));

    expect(world.inputs()).toEqual([0, 0]);
    expect(await world.records()).toMatchObject([{ outcome: "asked" }]);
  });

  it("refuses a modern retry to a daemon that did not ask, and runs nothing", async () => {
    const [, second] = world.phones.ids;
    const { requestState } = resultOf(await proxy.request("tools/call", modernCall(TAP)));

    await world.killDaemon();
    const inputResponses = { deviceChoice: accepting(second) };
    const { body } = await proxy.request("tools/call", { ...modernCall(TAP), requestState, inputResponses });

    expect(body["error"]).toMatchObject({ code: -32_602, data: { reason: "invalid_request_state" } });
    expect(world.inputs()).toEqual([0, 0]);
  });

  it("leaves the daemon to others when a proxy dies in a call, and runs that call no second time", async () => {
    const [first, second] = world.phones.ids;
    await initialize(proxy);
    slowTap(first);
    await inService();
    const { pid } = await world.daemon();

    await proxy.kill();
    const other = world.startProxy();
    await initialize(other);
    const { body } = await other.request("tools/call", { name: "listDevices" });

    expect(body["result"]).toMatchObject({ structuredContent: { complete: true } });
    expect((await world.daemon()).pid).toBe(pid);
    expect(isAlive(pid)).toBe(true);
    expect(world.phones.received(second)).toEqual([]);
  });

  it("runs nothing when a proxy dies during its question", async () => {
    await initialize(proxy);
    proxy.post("tools/call", TAP);
    await proxy.next(isQuestion);

    await proxy.kill();
    const other = world.startProxy();
    await initialize(other);
    await other.request("tools/call", { name: "listDevices" });

    expect(world.inputs()).toEqual([0, 0]);
  });

  it("lets a restarted proxy with the same session key answer the question of the one that died", async () => {
    const [, second] = world.phones.ids;
    const env = { AUTOMOBILE_SESSION_KEY: "stable" };
    const before = world.startProxy({ env });
    const { requestState } = resultOf(await before.request("tools/call", modernCall(TAP)));

    await before.kill();
    const after = world.startProxy({ env });
    const inputResponses = { deviceChoice: accepting(second) };
    const { body } = await after.request("tools/call", { ...modernCall(TAP), requestState, inputResponses });

    expect(body["result"]).toMatchObject({ structuredContent: { device: { deviceId: second } } });
    expect(world.inputs()).toEqual([0, 1]);
  });

  it("ends when its client closes the input during a question, and runs nothing", async () => {
    await initialize(proxy);
    proxy.post("tools/call", TAP);
    await proxy.next(isQuestion);

    expect(await proxy.end()).toEqual({ code: 0, signal: null });
    expect(world.inputs()).toEqual([0, 0]);
  });
});
