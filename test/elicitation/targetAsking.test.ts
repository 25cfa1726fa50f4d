import { describe, expect, it } from "vitest";
import type { ElicitationRecord } from "../../src/server/elicitationOutcome.js";
import { cites } from "../requirements.js";
import { initialize } from "../server/servedConnection.js";
import {
  askingForDatabase,
  clientOf,
  DATABASE_SERVERS,
  type DatabaseServer,
  highLevelServer,
  modernQuery,
  type Query,
  queryDatabase,
} from "./databaseServer.js";

const PICKS_STAGING = { action: "accept", content: { database: "staging" } };

type Served = ReturnType<DatabaseServer>;

describe.each(DATABASE_SERVERS)("in front of a %s server of another author", (_, serve) => {
  it(
    cites("C2", "C3")`a legacy client is asked in that server's words, and the tool runs on what was picked`,
    async () => {
      const client = clientOf(serve(askingForDatabase()));
      await initialize(client);

      const call = client.request("tools/call", { name: "query", arguments: { sql: "select 1" } });
      const { id, params } = await client.asked();
      client.send({ id, result: PICKS_STAGING });

      expect(params).toMatchObject({
        message: "Which database?",
        requestedSchema: {
          properties: {
            database: {
              type: "string",
              oneOf: [
                { const: "live", title: "the live one" },
                { const: "staging", title: "the staging one" },
              ],
            },
          },
          required: ["database"],
        },
      });
      expect((await call.answer).result).toEqual({ content: [{ type: "text", text: "staging ran" }] });
    },
  );

  it(cites("T3", "T6")`a modern client gets the question back, and its retry runs on what was picked`, async () => {
    const client = clientOf(serve(askingForDatabase()));

    const { result: question } = await modernQuery(client);
    const { result } = await modernQuery(client, {
      inputResponses: { databaseChoice: PICKS_STAGING },
      requestState: question?.["requestState"],
    });

    expect(question).toHaveProperty("inputRequests.databaseChoice.method", "elicitation/create");
    expect(result).toMatchObject({ content: [{ text: "staging ran" }] });
  });

  it(cites("T7")`a state that was tampered with is rejected before the tool runs`, async () => {
    const client = clientOf(serve(askingForDatabase()));

    const { error } = await modernQuery(client, {
      inputResponses: { databaseChoice: PICKS_STAGING },
      requestState: "v1.e30.AAAA",
    });

    expect(error).toMatchObject({ code: -32602, data: { reason: "invalid_request_state" } });
  });

  it(cites("T10")`an answer to no question runs nothing`, async () => {
    const client = clientOf(serve(askingForDatabase()));

    const { result } = await modernQuery(client, { inputResponses: { databaseChoice: PICKS_STAGING } });

    expect(result).toMatchObject({ isError: true, content: [{ text: "which?" }] });
  });
});

describe.each(DATABASE_SERVERS)("the tool of a %s server", (_, serve) => {
  /** A server whose tool notes which identity it was to run on. */
  function noting(): { readonly identities: readonly unknown[]; readonly server: Served } {
    const identities: unknown[] = [];
    const query: Query = async (args, expectedIdentity) => {
      identities.push(expectedIdentity);
      return await queryDatabase(args, expectedIdentity);
    };
    return { identities, server: serve(askingForDatabase(), query) };
  }

  it(
    cites("T11")`is told which database a legacy client picked, so that it can tell one that was replaced`,
    async () => {
      const { identities, server } = noting();
      const client = clientOf(server);
      await initialize(client);

      const call = client.request("tools/call", { name: "query", arguments: { sql: "select 1" } });
      client.send({ id: (await client.asked()).id, result: PICKS_STAGING });
      await call.answer;

      expect(identities).toEqual([undefined, "staging since Monday"]);
    },
  );

  it(
    cites("T11")`is told which database a modern client picked, so that it can tell one that was replaced`,
    async () => {
      const { identities, server } = noting();
      const client = clientOf(server);

      const { result: question } = await modernQuery(client);
      const requestState = question?.["requestState"];
      await modernQuery(client, { inputResponses: { databaseChoice: PICKS_STAGING }, requestState });

      expect(identities).toEqual([undefined, "staging since Monday"]);
    },
  );

  it("is told of no identity when the call itself named its database", async () => {
    const { identities, server } = noting();

    await modernQuery(clientOf(server), { arguments: { sql: "select 1", database: "live" } });

    expect(identities).toEqual([undefined]);
  });
});

describe("the library", () => {
  it(cites("S1", "M4")`takes the switch and the recorder from its server`, async () => {
    const records: ElicitationRecord[] = [];
    const asking = askingForDatabase({ isOff: () => true, recorder: (record) => records.push(record) });

    const { result } = await modernQuery(clientOf(highLevelServer(asking)));

    expect(result).toMatchObject({ isError: true, content: [{ text: "which?" }] });
    expect(records).toEqual([
      {
        declared: "bare",
        era: "modern",
        outcome: "disabled",
        tool: "query",
        candidates: 2,
        clientName: "scripted",
        clientVersion: "1.2.3",
        topology: "direct",
        task: false,
      },
    ]);
  });

  it.each([
    ["accept", new Uint8Array(32), { content: [{ type: "text", text: "staging ran" }] }],
    ["do not accept", undefined, undefined],
  ])(cites("T8")`two processes %s each other's state as they share a key or not`, async (_, stateKey, expected) => {
    const options = stateKey === undefined ? {} : { stateKey };
    const { result: question } = await modernQuery(clientOf(highLevelServer(askingForDatabase(options))));

    const { result } = await modernQuery(clientOf(highLevelServer(askingForDatabase(options))), {
      inputResponses: { databaseChoice: PICKS_STAGING },
      requestState: question?.["requestState"],
    });

    expect(result && { content: result["content"] }).toEqual(expected);
  });

  it(cites("T3")`switches the SDK's own way to ask legacy clients off: one path per era`, () => {
    expect(askingForDatabase().serverOptions.inputRequired).toEqual({ legacyShim: false });
  });

  it(cites("T1", "M1")`asks as the SDK read the declaration, whatever its server hands over`, async () => {
    const records: ElicitationRecord[] = [];
    const asking = askingForDatabase({ recorder: (record) => records.push(record) });
    const client = clientOf(() => highLevelServer(asking)(() => ({})));
    await initialize(client, {});

    await client.request("tools/call", { name: "query", arguments: { sql: "select 1" } }).answer;

    expect(records).toEqual([expect.objectContaining({ declared: "none", outcome: "not_offered" })]);
  });

  it.each<readonly [string, string, (server: Served) => Served]>([
    ["bare", "hands over what initialize said", (server) => server],
    ["form", "does not hand over what initialize said", (server) => () => server()],
  ])(cites("M1")`records an empty declaration as %s when its server %s`, async (declared, _, asServed) => {
    const records: ElicitationRecord[] = [];
    const asking = askingForDatabase({ isOff: () => true, recorder: (record) => records.push(record) });
    const client = clientOf(asServed(highLevelServer(asking)));
    await initialize(client, { elicitation: {} });

    await client.request("tools/call", { name: "query", arguments: { sql: "select 1" } }).answer;

    expect(records).toEqual([expect.objectContaining({ declared, era: "legacy", outcome: "disabled" })]);
  });
});
