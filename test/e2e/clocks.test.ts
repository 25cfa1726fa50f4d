import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type OddClock, oddClock } from "../support/oddClock.js";
import { initialize, isAlive, type ProxyWorld, startProxyWorld } from "../support/proxyWorld.js";
import { accepting, modernCall } from "../support/questionClient.js";
import { resultOf, type ServerProcess, type WireMessage } from "../support/serverProcess.js";

const DAY_MS = 24 * 60 * 60 * 1000;
const JUMPS = [
  ["forwards", DAY_MS],
  ["backwards", -DAY_MS],
] as const;
const TAP = { name: "tapAt", arguments: { x: 190, y: 564 } };
const LIST = { name: "listDevices" };
const isQuestion = ({ body }: WireMessage): boolean => body["method"] === "elicitation/create";

let clock: OddClock;
let world: ProxyWorld;
beforeEach(async () => {
  clock = await oddClock();
  world = await startProxyWorld();
});
afterEach(async () => {
  await world.close();
  await clock.remove();
});

async function started(command: "serve" | "proxy"): Promise<ServerProcess> {
  const server = world.start(command, { env: clock.env });
  await initialize(server);
  return server;
}

describe.each(JUMPS)("a clock that jumps a day %s", (_, jump) => {
  it.each(["serve", "proxy"] as const)(
    "during a question leaves it open, and its answer runs once (%s)",
    async (command) => {
      const [, second] = world.phones.ids;
      const server = await started(command);
      const id = server.post("tools/call", TAP);
      const question = await server.next(isQuestion);

      await clock.jump(jump);
      server.sendLine(JSON.stringify({ jsonrpc: "2.0", id: question.body["id"], result: accepting(second) }));
      const { body } = await server.response(id);

      expect(body["result"]).toMatchObject({ structuredContent: { device: { deviceId: second } } });
      expect(world.inputs()).toEqual([0, 1]);
    },
  );

  it.each(["serve", "proxy"] as const)("between a question and its retry lets nothing run (%s)", async (command) => {
    const [, second] = world.phones.ids;
    const server = world.start(command, { env: clock.env });
    const { requestState } = resultOf(await server.request("tools/call", modernCall(TAP)));

    await clock.jump(jump);
    const inputResponses = { deviceChoice: accepting(second) };
    const { body } = await server.request("tools/call", { ...modernCall(TAP), requestState, inputResponses });

    expect(JSON.stringify(body)).toMatch(/invalid_request_state|ambiguous_device_target/);
    expect(world.inputs()).toEqual([0, 0]);
  });

  it("lets the daemon live, and a wait last as long as it was to last", async () => {
    const proxy = await started("proxy");
    await proxy.request("tools/call", LIST);
    const { pid } = await world.daemon();

    const id = proxy.post("tools/call", {
      name: "waitFor",
      arguments: { text: "not on the screen", timeoutMs: 1500, deviceId: world.phones.ids[0] },
    });
    await clock.jump(jump);
    const waited = await proxy.response(id);
    const listed = await proxy.request("tools/call", LIST);

    expect(JSON.stringify(waited.body)).toContain("timed_out");
    expect(listed.body["result"]).toMatchObject({ structuredContent: { complete: true } });
    expect(isAlive(pid)).toBe(true);
  });

  it("lets a proxy find a new daemon in place of one that died, and one daemon only", async () => {
    const proxies = await Promise.all([started("proxy"), started("proxy")]);
    await Promise.all(proxies.map((proxy) => proxy.request("tools/call", LIST)));
    await world.killDaemon();

    const calls = proxies.map((proxy) => proxy.request("tools/call", LIST));
    await clock.jump(jump);
    const answers = await Promise.all(calls);

    expect(answers.map(({ body }) => body["result"])).toMatchObject([
      { structuredContent: { complete: true } },
      { structuredContent: { complete: true } },
    ]);
  });
});
