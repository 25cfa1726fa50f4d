import { ProtocolError } from "@modelcontextprotocol/server";
import { describe, expect, it } from "vitest";
import { cites } from "../requirements.js";
import {
  accepting,
  initialize,
  legacyConnectionOnWire,
  modernTapOn,
  servedConnection,
  tapOn,
} from "./servedConnection.js";

const crash = async (): Promise<never> => {
  throw new TypeError("cannot read the secret of undefined");
};

const ERAS = [
  ["legacy", legacyConnectionOnWire, tapOn],
  ["modern", servedConnection, modernTapOn],
] as const;

describe("a call that cannot be served", () => {
  it.each(ERAS)("is a protocol error when a %s client names no tool of ours", async (_, connect, call) => {
    const { client, phones, records } = await connect();

    const { error } = await call(client, { name: "tapOut" }).answer;

    expect(error).toEqual({ code: -32602, message: "Unknown tool: tapOut" });
    expect(phones.runs).toEqual([]);
    expect(records.items).toEqual([]);
  });

  it("is a protocol error when its tool does not exist and it has an answer to no question", async () => {
    const { client } = servedConnection();

    const answer = { deviceChoice: accepting("emulator-5554") };
    const { error } = await modernTapOn(client, { name: "tapOut", inputResponses: answer }).answer;

    expect(error?.code).toBe(-32602);
  });

  it("quotes and cuts the name of a tool that does not exist", async () => {
    const { client } = await legacyConnectionOnWire();

    const { error } = await tapOn(client, { name: `\u202e\n${"x".repeat(1000)}` }).answer;

    expect(error?.message).toMatch(/^Unknown tool: x{199}…$/);
  });

  it.each(ERAS)(
    "is an internal error without a stack on a bug, for a %s client; the log has it",
    async (_, connect, call) => {
      const { client, log } = await connect({ backend: crash });

      const { line } = await call(client).answer;

      expect(JSON.parse(line)).toMatchObject({
        error: { code: -32603, message: "Internal error; the server's log says more" },
      });
      expect(line).not.toMatch(/secret|TypeError|\.ts/);
      expect(JSON.stringify(log.lines)).toMatch(
        /a tool call failed on a bug.*tapOn.*TypeError: cannot read the secret.*\.ts/,
      );
    },
  );

  it("keeps a protocol error of its backend as it is, and logs no bug", async () => {
    const { client, log } = await legacyConnectionOnWire({
      backend: async () => {
        throw new ProtocolError(-32602, "Unknown resource", { uri: "x:y" });
      },
    });

    const { error } = await tapOn(client).answer;

    expect(error).toEqual({ code: -32602, message: "Unknown resource", data: { uri: "x:y" } });
    expect(log.lines).toEqual([]);
  });

  it("is no bug when it was cancelled: nothing is answered and nothing logged", async () => {
    const { client, log } = await legacyConnectionOnWire({
      backend: async (_, signal) => {
        await new Promise((resolve) => {
          signal.addEventListener("abort", resolve);
        });
        throw signal.reason;
      },
    });
    const { id } = tapOn(client);
    client.send({ method: "notifications/cancelled", params: { requestId: id, reason: "stop" } });

    await client.request("ping").answer;

    expect(client.received.some((message) => message.id === id)).toBe(false);
    expect(log.lines).toEqual([]);
  });

  it("leaves the connection alive", async () => {
    const { client } = await legacyConnectionOnWire({ backend: crash });

    await tapOn(client).answer;

    expect((await client.request("ping").answer).result).toEqual({});
  });
});

describe("the era of a connection", () => {
  it(cites("C2")`is legacy after initialize: the question is pushed`, async () => {
    const { client, records } = await legacyConnectionOnWire();

    tapOn(client);
    const { id } = await client.asked();
    client.send({ id, result: { action: "cancel" } });
    await records.reached(1);

    expect(records.items.map((record) => record.era)).toEqual(["legacy"]);
  });

  it(cites("T3")`is modern with an envelope: the question is returned, and nothing is pushed`, async () => {
    const { client, records } = servedConnection();

    const { result } = await modernTapOn(client).answer;

    expect(result).toHaveProperty("resultType", "input_required");
    expect(client.received).toHaveLength(1);
    expect(records.items.map((record) => record.era)).toEqual(["modern"]);
  });

  it("is legacy when the client only looked for the modern one first", async () => {
    const { client } = servedConnection();
    const { result } = await client.request("server/discover", { _meta: MODERN }).answer;
    await initialize(client);

    tapOn(client);

    expect(result).toHaveProperty("supportedVersions", ["2026-07-28"]);
    expect(await client.asked()).toHaveProperty("method", "elicitation/create");
  });
});

const MODERN = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
};
