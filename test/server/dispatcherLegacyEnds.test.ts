import { describe, expect, it } from "vitest";
import { cites } from "../requirements.js";
import type { Pending, Received } from "../support/scriptedClient.js";
import { accepting, legacyConnectionOnWire, type ServedConnection, tapOn } from "./servedConnection.js";

interface OpenQuestion extends ServedConnection {
  readonly call: Pending;
  readonly question: Received;
  /** What came since the question, apart from the answer to a ping that is sent behind everything else. */
  readonly since: () => Promise<readonly Received[]>;
}

async function openQuestion(): Promise<OpenQuestion> {
  const served = await legacyConnectionOnWire();
  const call = tapOn(served.client);
  const question = await served.client.asked();
  const seen = served.client.received.length;
  const since = async (): Promise<readonly Received[]> => {
    const { line } = await served.client.request("ping").answer;
    return served.client.received.slice(seen).filter((message) => message.line !== line);
  };
  return { ...served, call, question, since };
}

const CANCELLED = "notifications/cancelled";
const NOTHING_RAN = ["ambiguous_device_target"];

describe("a question that nobody answers", () => {
  it(cites("U2", "C4")`is taken back with one notification, and its call gets the refusal`, async () => {
    const { timer, call, question, since, phones } = await openQuestion();

    timer.advance(20_000);
    const { result } = await call.answer;
    const messages = await since();

    expect(result).toHaveProperty("isError", true);
    expect(messages.map(({ id, method, params }) => ({ id, method, params }))).toEqual([
      { method: CANCELLED, params: { requestId: question.id, reason: "No answer within 20 seconds" } },
      { id: call.id },
    ]);
    expect(phones.runs).toEqual(NOTHING_RAN);
  });

  it(cites("C4")`and is answered later runs nothing and gets no reply`, async () => {
    const { client, timer, call, question, since, phones, records } = await openQuestion();
    timer.advance(20_000);
    await call.answer;

    client.send({ id: question.id, result: accepting("emulator-5554") });

    expect(await since()).toHaveLength(2);
    expect(phones.runs).toEqual(NOTHING_RAN);
    expect(records.items.map((record) => record.outcome)).toEqual(["timeout"]);
  });
});

describe("a client that cancels its call", () => {
  it(cites("U2", "C4")`while the question is open has it taken back once, and gets nothing else`, async () => {
    const { client, call, question, since, phones, records, timer } = await openQuestion();

    client.send({ method: CANCELLED, params: { requestId: call.id, reason: "stop" } });
    await records.reached(1);

    expect((await since()).map(({ id, method, params }) => ({ id, method, params }))).toEqual([
      { method: CANCELLED, params: { requestId: question.id, reason: "The tool call was cancelled" } },
    ]);
    expect(phones.runs).toEqual(NOTHING_RAN);
    expect(records.items.map((record) => record.outcome)).toEqual(["error"]);
    expect(timer.live()).toEqual([]);
  });

  it(cites("C4")`and answers the question all the same runs nothing`, async () => {
    const { client, call, question, since, phones } = await openQuestion();

    client.send({ method: CANCELLED, params: { requestId: call.id } });
    client.send({ id: question.id, result: accepting("emulator-5554") });

    expect((await since()).map(({ method }) => method)).toEqual([CANCELLED]);
    expect(phones.runs).toEqual(NOTHING_RAN);
  });

  it(cites("U2")`before there is a question is never asked`, async () => {
    const { client, phones, records, timer } = await legacyConnectionOnWire();
    const seen = client.received.length;

    const call = tapOn(client);
    client.send({ method: CANCELLED, params: { requestId: call.id } });
    await records.reached(1);
    await client.request("ping").answer;

    expect(client.received.slice(seen).map(({ id }) => id)).toEqual([call.id + 1]);
    expect(phones.runs).toEqual(NOTHING_RAN);
    expect(records.items.map((record) => record.outcome)).toEqual(["error"]);
    expect(timer.live()).toEqual([]);
  });

  it("after its answer changes nothing", async () => {
    const { client, call, question, since, phones } = await openQuestion();
    client.send({ id: question.id, result: accepting("emulator-5554") });
    await call.answer;

    client.send({ method: CANCELLED, params: { requestId: call.id } });

    expect((await since()).map(({ id }) => id)).toEqual([call.id]);
    expect(phones.runs).toEqual(["ambiguous_device_target", "ran on emulator-5554"]);
  });
});

describe("a client that goes away", () => {
  it(cites("C4", "U2")`while its question is open leaves nothing running and no timer`, async () => {
    const { client, phones, records, timer } = await openQuestion();

    client.end();
    await records.reached(1);

    expect(phones.runs).toEqual(NOTHING_RAN);
    expect(records.items.map((record) => record.outcome)).toEqual(["error"]);
    expect(timer.live()).toEqual([]);
  });

  it(
    cites("C4")`with its answer on the last line runs what it picked, or nothing, and never another device`,
    async () => {
      const { client, phones, question, records } = await openQuestion();

      client.send({ id: question.id, result: accepting("emulator-5554") });
      client.end();
      await records.reached(1);

      expect(phones.runs.filter((run) => run === "ran on R3CN90ABCDE")).toEqual([]);
    },
  );
});
