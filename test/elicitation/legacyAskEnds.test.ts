import { getEventListeners } from "node:events";
import { describe, expect, it } from "vitest";
import { AMBIGUOUS_DEVICE_ELICITATION_TIMEOUT_MS } from "../../src/server/elicitationPolicy.js";
import { cites } from "../requirements.js";
import { EMULATOR, GALAXY } from "../support/scriptedPhones.js";
import { accept, bytesWhenSwitchedOff, type LegacyConnection, legacyConnection } from "./legacyConnection.js";

/** A call whose question is on the client's screen. */
async function openQuestion(): Promise<
  LegacyConnection & { readonly ended: Promise<string>; readonly cancel: () => void }
> {
  const connection = legacyConnection();
  const cancelling = new AbortController();
  const ended = connection.call({ text: "Sign in" }, cancelling.signal).then((result) => JSON.stringify(result));
  await connection.client.asked(1);
  return {
    ...connection,
    ended,
    cancel: () => {
      cancelling.abort("the user pressed stop");
    },
  };
}

const NOTHING_RAN = ["ambiguous_device_target"];

describe("a pushed question", () => {
  // case 41
  it(cites("U2")`stands for 20 seconds on one timer, and is withdrawn once when they are over`, async () => {
    const { timer, client, phones, records, ended } = await openQuestion();

    expect(timer.live()).toEqual(["ambiguous device question"]);
    timer.advance(AMBIGUOUS_DEVICE_ELICITATION_TIMEOUT_MS - 1);
    expect(client.withdrawals).toEqual([]);
    timer.advance(1);

    expect(await ended).toBe(await bytesWhenSwitchedOff());
    expect(AMBIGUOUS_DEVICE_ELICITATION_TIMEOUT_MS).toBe(20_000);
    expect(client.withdrawals).toEqual(["No answer within 20 seconds"]);
    expect(phones.runs).toEqual(NOTHING_RAN);
    expect(records.map((record) => record.outcome)).toEqual(["timeout"]);
  });

  it(cites("C4", "U2")`runs nothing when its answer comes after the timeout`, async () => {
    const { timer, client, phones, records, ended } = await openQuestion();

    timer.advance(AMBIGUOUS_DEVICE_ELICITATION_TIMEOUT_MS);
    client.answer(accept(EMULATOR.id));

    expect(await ended).toBe(await bytesWhenSwitchedOff());
    expect(phones.runs).toEqual(NOTHING_RAN);
    expect(records.map((record) => record.outcome)).toEqual(["timeout"]);
  });

  it(cites("U2")`is not withdrawn when its answer came before the timeout, and leaves no timer`, async () => {
    const { timer, client, phones, ended } = await openQuestion();

    client.answer(accept(EMULATOR.id));
    await ended;
    const live = timer.live();
    timer.advance(AMBIGUOUS_DEVICE_ELICITATION_TIMEOUT_MS);

    expect(live).toEqual([]);
    expect(client.withdrawals).toEqual([]);
    expect(phones.runs).toEqual(["ambiguous_device_target", "ran on emulator-5554"]);
  });

  it(cites("C4", "U2")`is withdrawn once when its call is cancelled, and leaves no timer`, async () => {
    const { timer, client, phones, records, ended, cancel } = await openQuestion();

    cancel();

    expect(await ended).toBe(await bytesWhenSwitchedOff());
    expect(client.withdrawals).toEqual(["The tool call was cancelled"]);
    expect(timer.live()).toEqual([]);
    expect(phones.runs).toEqual(NOTHING_RAN);
    expect(records.map((record) => record.outcome)).toEqual(["error"]);
  });

  it(cites("C4", "U2")`runs nothing when its answer comes after its call was cancelled`, async () => {
    const { client, phones, ended, cancel } = await openQuestion();

    cancel();
    client.answer(accept(EMULATOR.id));

    expect(await ended).toBe(await bytesWhenSwitchedOff());
    expect(phones.runs).toEqual(NOTHING_RAN);
  });

  it(cites("C4", "U2")`runs nothing when its call is cancelled right after its answer`, async () => {
    const { client, phones, records, ended, cancel } = await openQuestion();

    client.answer(accept(EMULATOR.id));
    cancel();

    expect(await ended).toBe(await bytesWhenSwitchedOff());
    expect(phones.runs).toEqual(NOTHING_RAN);
    expect(records.map((record) => record.outcome)).toEqual(["error"]);
  });

  it("leaves nothing on its call's signal when it is answered", async () => {
    const connection = legacyConnection();
    const { signal } = new AbortController();

    const call = connection.call({}, signal);
    await connection.client.asked(1);
    const listening = getEventListeners(signal, "abort").length;
    connection.client.answer({ action: "decline" });
    await call;

    expect(listening).toBe(1);
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });

  it(cites("U2")`ends once when the timeout and the cancellation meet`, async () => {
    const { timer, client, records, ended, cancel } = await openQuestion();

    timer.advance(AMBIGUOUS_DEVICE_ELICITATION_TIMEOUT_MS);
    cancel();
    await ended;

    expect(client.withdrawals).toEqual(["No answer within 20 seconds"]);
    expect(records).toHaveLength(1);
  });
});

describe("a call that was cancelled", () => {
  it(cites("C4", "U2")`while the picked device is looked at once more runs nothing`, async () => {
    const cancelling = new AbortController();
    const { phones } = legacyConnection();
    const resolve: typeof phones.question.resolve = async (call, signal) => {
      if (connection.client.questions.length > 0) cancelling.abort("stop");
      return await phones.question.resolve(call, signal);
    };
    const question = { ...phones.question, resolve };
    const connection = legacyConnection({ phones: { ...phones, question }, reply: () => accept(EMULATOR.id) });

    const result = await connection.call({ text: "Sign in" }, cancelling.signal);

    expect(JSON.stringify(result)).toBe(await bytesWhenSwitchedOff());
    expect(phones.runs).toEqual(NOTHING_RAN);
    expect(connection.records.map((record) => record.outcome)).toEqual(["error"]);
  });

  it(cites("C4", "U2")`before its question never pushes one`, async () => {
    const connection = legacyConnection();

    const result = await connection.call({ text: "Sign in" }, AbortSignal.abort("stop"));

    expect(JSON.stringify(result)).toBe(await bytesWhenSwitchedOff());
    expect(connection.client.questions).toEqual([]);
    expect(connection.timer.live()).toEqual([]);
    expect(connection.phones.runs).toEqual(NOTHING_RAN);
  });

  it(cites("U2")`after its answer stops the second run through the signal that the tool gets`, async () => {
    const cancelling = new AbortController();
    const signals: AbortSignal[] = [];
    const { phones } = legacyConnection();
    const backend: typeof phones.backend = async (call, signal) => {
      signals.push(signal);
      return await phones.backend(call, signal);
    };
    const connection = legacyConnection({ phones: { ...phones, backend }, reply: () => accept(GALAXY.id) });

    await connection.call({}, cancelling.signal);

    expect(signals).toEqual([cancelling.signal, cancelling.signal]);
  });
});
