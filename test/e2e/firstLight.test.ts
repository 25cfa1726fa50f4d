import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findAdb } from "../support/adbBinary.js";
import { resultOf, type ServerProcess, startServerProcess, type WireMessage } from "../support/serverProcess.js";
import { type AdbKind, startTwoPhones, type TwoPhones } from "../support/twoPhones.js";
import { cites } from "../requirements.js";

const adb = findAdb();
const KINDS: readonly AdbKind[] =
  adb === undefined ? ["the lab's own adb server"] : ["the lab's own adb server", "a real adb server"];

const TAP = { name: "tapAt", arguments: { x: 190, y: 564 } };
const MODERN = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": { elicitation: { form: {} } },
};

describe.each(KINDS)("one agent, two phones behind %s", (kind) => {
  let phones: TwoPhones;
  const running: ServerProcess[] = [];

  beforeAll(async () => {
    phones = await startTwoPhones(kind, adb);
  });
  afterAll(async () => {
    await Promise.all(running.map((server) => server.end()));
    await phones.close();
  });

  const start = (options: {
    env?: Record<string, string>;
    answer?: (request: WireMessage) => object;
  }): ServerProcess => {
    const { answer, env = {} } = options;
    const server = startServerProcess({
      env: { ...phones.env, ...env },
      ...(answer === undefined ? {} : { answer: (request) => ({ ...answer(request) }) }),
    });
    running.push(server);
    return server;
  };
  const startLegacy = async (options: Parameters<typeof start>[0]): Promise<ServerProcess> => {
    const server = start(options);
    await server.request("initialize", {
      protocolVersion: "2025-11-25",
      capabilities: { elicitation: {} },
      clientInfo: { name: "test", version: "1" },
    });
    server.notify("notifications/initialized");
    return server;
  };
  const accept = (deviceId: string): object => ({ result: { action: "accept", content: { deviceId } } });
  const resultText = (response: WireMessage): string => JSON.stringify(resultOf(response));

  it(
    cites("C3", "T1")`runs a legacy client's call on the second phone when it is chosen, and nothing on the first`,
    async () => {
      const [first, second] = phones.ids;
      const before = [phones.received(first).length, phones.received(second).length];
      const server = await startLegacy({ answer: () => accept(second) });

      const { body } = await server.request("tools/call", TAP);

      expect(body["result"]).toMatchObject({ structuredContent: { device: { deviceId: second } } });
      expect(phones.received(first)).toHaveLength(before[0] ?? 0);
      expect(phones.received(second).at(-1)).toMatchObject({ kind: "tap", x: 190, y: 564 });
      expect(phones.received(second)).toHaveLength((before[1] ?? 0) + 1);
    },
  );

  it(
    cites("C4", "S1")`answers a legacy decline with the same bytes as with asking switched off, and touches no phone`,
    async () => {
      const before = phones.ids.map((id) => phones.received(id).length);
      const asked = await startLegacy({ answer: () => ({ result: { action: "decline" } }) });
      const off = await startLegacy({ env: { AUTOMOBILE_ELICITATION: " OFF " }, answer: () => accept("never") });

      const declined = resultText(await asked.request("tools/call", TAP));
      const unasked = resultText(await off.request("tools/call", TAP));

      expect(declined).toBe(unasked);
      expect(declined).toContain("ambiguous_device_target");
      expect(off.received.filter(({ body }) => "method" in body)).toEqual([]);
      expect(phones.ids.map((id) => phones.received(id).length)).toEqual(before);
    },
  );

  it(
    cites("T3", "T4", "U3")`hands a modern client the question, and runs its retry on the second phone only`,
    async () => {
      const [first, second] = phones.ids;
      const before = phones.received(first).length;
      const server = start({});

      const asked = await server.request("tools/call", { ...TAP, _meta: MODERN });
      const { requestState } = resultOf(asked);
      const answered = await server.request("tools/call", {
        ...TAP,
        _meta: MODERN,
        requestState,
        inputResponses: { deviceChoice: { action: "accept", content: { deviceId: second } } },
      });

      expect(asked.body["result"]).toMatchObject({ resultType: "input_required", inputRequests: { deviceChoice: {} } });
      expect(answered.body["result"]).toMatchObject({ structuredContent: { device: { deviceId: second } } });
      expect(phones.received(first)).toHaveLength(before);
      expect(phones.received(second).at(-1)).toMatchObject({ kind: "tap", x: 190, y: 564 });
    },
  );

  it(
    cites("C4", "T6")`answers a modern decline with the same content as with asking switched off, and touches no phone`,
    async () => {
      const before = phones.ids.map((id) => phones.received(id).length);
      const server = start({});
      const off = start({ env: { AUTOMOBILE_ELICITATION: "off" } });

      const asked = await server.request("tools/call", { ...TAP, _meta: MODERN });
      const { requestState } = resultOf(asked);
      const declined = await server.request("tools/call", {
        ...TAP,
        _meta: MODERN,
        requestState,
        inputResponses: { deviceChoice: { action: "decline" } },
      });
      const unasked = await off.request("tools/call", { ...TAP, _meta: MODERN });

      expect(resultText(declined)).toBe(resultText(unasked));
      expect(phones.ids.map((id) => phones.received(id).length)).toEqual(before);
    },
  );

  it("lets the agent go on with the deviceId of the last result, unasked", async () => {
    const [, second] = phones.ids;
    const server = await startLegacy({ answer: () => accept(phones.ids[0]) });

    const { body } = await server.request("tools/call", { ...TAP, arguments: { ...TAP.arguments, deviceId: second } });

    expect(body["result"]).toMatchObject({ structuredContent: { device: { deviceId: second } } });
    expect(server.received.filter((message) => "method" in message.body)).toEqual([]);
  });
});
