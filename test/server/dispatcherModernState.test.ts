import { createMcpHandler, createRequestStateCodec } from "@modelcontextprotocol/server";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { StatePayload } from "../../src/elicitation/requestState.js";
import { createStateCodec } from "../../src/elicitation/stateCodec.js";
import { readSessionKey } from "../../src/server/sessionKey.js";
import { cites } from "../requirements.js";
import { accepting, envelope, modernTapOn, servedConnection } from "./servedConnection.js";
import { servedParts } from "./servedParts.js";

const REJECTED = {
  code: -32602,
  message: "Invalid or expired requestState",
  data: { reason: "invalid_request_state" },
};
const ANSWER = { inputResponses: { deviceChoice: accepting("emulator-5554") } };

/** The state with one character in place of another. */
function tampered(state: string, at: number): string {
  const other = state.charAt(at) === "A" ? "B" : "A";
  return `${state.slice(0, at)}${other}${state.slice(at + 1)}`;
}

const macAt = (state: string): number => state.lastIndexOf(".") + 1;

describe("a state that is not as it was given out", () => {
  it.each<readonly [string, (state: string) => unknown]>([
    ["has another first letter in its body", (state) => tampered(state, 3)],
    ["has another letter in the middle of its body", (state) => tampered(state, Math.floor(macAt(state) / 2))],
    ["has another first letter in its signature", (state) => tampered(state, macAt(state))],
    ["has another second letter in its signature", (state) => tampered(state, macAt(state) + 1)],
    ["has the signature cut off", (state) => state.slice(0, macAt(state))],
    ["has no signature", (state) => state.slice(0, macAt(state) - 1)],
    ["is of another version", (state) => state.replace(/^v1/, "v2")],
    ["is its body alone", (state) => state.slice(3, macAt(state) - 1)],
    ["is some text", () => "state"],
    ["is empty", () => ""],
    ["is a number", () => 7],
    ["is null", () => null],
    ["is an object", () => ({ v: 1 })],
  ])(cites("T7")`is a protocol error before anything runs when it %s`, async (_, change) => {
    const { client, phones, records } = servedConnection();
    const { result } = await modernTapOn(client).answer;

    const { error } = await modernTapOn(client, { ...ANSWER, requestState: change(String(result?.["requestState"])) })
      .answer;

    expect(error).toEqual(REJECTED);
    expect(phones.runs).toEqual(["ambiguous_device_target"]);
    expect(records.items.map(({ outcome }) => outcome)).toEqual(["asked"]);
  });

  it(cites("T7", "T5")`is a protocol error when it has expired on the wall clock`, async () => {
    const expiring = createRequestStateCodec<StatePayload>({ key: new Uint8Array(32), ttlSeconds: -60 });
    const { client, phones } = servedConnection({ stateCodec: expiring });
    const { result } = await modernTapOn(client).answer;

    const { error } = await modernTapOn(client, { ...ANSWER, requestState: result?.["requestState"] }).answer;

    expect(error).toEqual(REJECTED);
    expect(phones.runs).toEqual(["ambiguous_device_target"]);
  });

  it(cites("T7", "T8")`is a protocol error when another process gave it out`, async () => {
    const { result } = await modernTapOn(servedConnection().client).answer;
    const { client, phones } = servedConnection();

    const { error } = await modernTapOn(client, { ...ANSWER, requestState: result?.["requestState"] }).answer;

    expect(error).toEqual(REJECTED);
    expect(phones.runs).toEqual([]);
  });
});

/** One process that makes a server instance per HTTP request, as the daemon does; callers differ by their session key. */
function perRequestServer(): {
  readonly runs: readonly string[];
  call(session: string | undefined, params?: object): Promise<string>;
} {
  const { factory, phones } = servedParts();
  const handler = createMcpHandler(factory());
  return {
    runs: phones.runs,
    async call(session, params = {}) {
      const call = { name: "tapOn", arguments: { text: "a secret" }, _meta: envelope({ elicitation: {} }), ...params };
      const response = await handler.fetch(
        new Request("http://127.0.0.1/mcp", {
          method: "POST",
          headers: {
            "content-type": "application/json",
            accept: "application/json, text/event-stream",
            "mcp-protocol-version": "2026-07-28",
            "mcp-method": "tools/call",
            "mcp-name": "tapOn",
            ...(session === undefined ? {} : { "mcp-session-id": session }),
          },
          body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: call }),
        }),
      );
      return await response.text();
    },
  };
}

const stateIn = (line: string): string => /"requestState":"([^"]+)"/.exec(line)?.[1] ?? "";

const EXPIRY = z.object({ exp: z.number() });

/** What a client can read of the state in an answer. */
function readableIn(line: string): string {
  const [, body = ""] = stateIn(line).split(".");
  return Buffer.from(body, "base64url").toString("utf8");
}

describe("a state's caller", () => {
  it.each([
    ["the same key", "alice", "alice"],
    ["the same key with blanks around it", "alice", " alice "],
    ["no key, as when it asked", undefined, undefined],
    ["an empty key, which is none", undefined, " "],
  ])(cites("T8", "T9")`may use it from any request of the process with %s`, async (_, asks, retries) => {
    const server = perRequestServer();
    const requestState = stateIn(await server.call(asks));

    await server.call(retries, { ...ANSWER, requestState });

    expect(server.runs).toEqual(["ambiguous_device_target", "ran on emulator-5554"]);
  });

  it.each([
    ["another key", "alice", "bob"],
    ["the key in another case", "alice", "Alice"],
    ["no key", "alice", undefined],
    ["a key, when it asked without one", undefined, "alice"],
    ["the word that stands for no key", undefined, "unkeyed"],
  ])(cites("T7", "T9")`may not use it with %s`, async (_, asks, retries) => {
    const server = perRequestServer();
    const requestState = stateIn(await server.call(asks));

    const line = await server.call(retries, { ...ANSWER, requestState });

    expect(JSON.parse(line)).toMatchObject({ error: REJECTED });
    expect(server.runs).toEqual(["ambiguous_device_target"]);
  });

  it(cites("T5")`has ten minutes of the wall clock`, async () => {
    const askedAt = Date.now() / 1000;

    const { exp } = EXPIRY.parse(JSON.parse(readableIn(await perRequestServer().call("alice"))));

    expect(Math.abs(exp - (askedAt + 600))).toBeLessThan(30);
  });

  it(cites("T9", "T11")`can read in it no argument, no session key and no identity`, async () => {
    const readable = readableIn(await perRequestServer().call("alice"));

    expect(readable).toContain("emulator-5554");
    expect(readable).not.toMatch(/a secret|alice|serial of/);
  });
});

describe("the key of a process", () => {
  it(cites("T8")`is made with the first question, not before: until then not even a bad one is noticed`, async () => {
    const stateCodec = createStateCodec({ bind: readSessionKey, keys: [new Uint8Array(31)] });
    const { client, log } = servedConnection({ stateCodec });

    const named = await modernTapOn(client, { arguments: { deviceId: "emulator-5554" } }).answer;
    const asked = await modernTapOn(client).answer;

    expect(named.result).toMatchObject({ structuredContent: { device: "emulator-5554" } });
    expect(asked.error?.code).toBe(-32603);
    expect(JSON.stringify(log.lines)).toContain("key must be at least 32 bytes");
  });
});

describe("the keys of several processes", () => {
  const [OLD, NEW] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)];
  const processWith = (...keys: readonly Uint8Array[]) =>
    servedConnection({ stateCodec: createStateCodec({ bind: readSessionKey, keys }) });

  it.each([
    ["the same key", [OLD], [OLD]],
    ["the key that is being replaced", [OLD], [NEW, OLD]],
    ["the key that is about to come", [NEW, OLD], [OLD, NEW]],
  ])("let a question of one be answered through another that has %s", async (_, asking, answering) => {
    const { result } = await modernTapOn(processWith(...asking).client).answer;

    const { client, phones } = processWith(...answering);
    await modernTapOn(client, { ...ANSWER, requestState: result?.["requestState"] }).answer;

    expect(phones.runs).toEqual(["ran on emulator-5554"]);
  });

  it(cites("T7")`reject what was asked under a key that is no more`, async () => {
    const { result } = await modernTapOn(processWith(OLD).client).answer;

    const { client } = processWith(NEW);

    expect((await modernTapOn(client, { ...ANSWER, requestState: result?.["requestState"] }).answer).error).toEqual(
      REJECTED,
    );
  });
});
