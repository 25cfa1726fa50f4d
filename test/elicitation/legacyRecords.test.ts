import { describe, expect, it } from "vitest";
import type { ElicitationRecord } from "../../src/server/elicitationOutcome.js";
import { cites } from "../requirements.js";
import { EMULATOR, GALAXY, scriptedPhones } from "../support/scriptedPhones.js";
import { accept, bytesWhenSwitchedOff, type LegacyConnection, legacyConnection } from "./legacyConnection.js";

const COMMON: Omit<ElicitationRecord, "outcome"> = {
  declared: "form",
  era: "legacy",
  tool: "tapOn",
  candidates: 2,
  clientName: "scripted",
  clientVersion: "1.2.3",
  topology: "direct",
  task: false,
};

/** Makes a call and lets something happen 1500 ms after its question came up. */
async function callAnd(connection: LegacyConnection, happen: () => void): Promise<void> {
  const call = connection.call();
  await connection.client.asked(1);
  connection.timer.advance(1500);
  happen();
  await call;
}

describe("the record of an ambiguous legacy call", () => {
  it.each([
    ["accept", accept(EMULATOR.id)],
    ["decline", { action: "decline" }],
    ["cancel", { action: "cancel" }],
    ["invalid", accept("nobody")],
    ["invalid", null],
  ])(cites("M1")`has these fields for the outcome %s`, async (outcome, answer) => {
    const connection = legacyConnection();

    await callAnd(connection, () => connection.client.answer(answer));

    expect(connection.records).toEqual([{ ...COMMON, outcome, latencyMs: 1500 }]);
  });

  it(cites("M1")`has the whole wait for its latency when the question timed out`, async () => {
    const connection = legacyConnection();

    await callAnd(connection, () => connection.timer.advance(18_500));

    expect(connection.records).toEqual([{ ...COMMON, outcome: "timeout", latencyMs: 20_000 }]);
  });

  it(cites("M1")`has these fields for a failed ask`, async () => {
    const connection = legacyConnection();

    await callAnd(connection, () => connection.client.fail(new Error("no handler")));

    expect(connection.records).toEqual([{ ...COMMON, outcome: "error", latencyMs: 1500 }]);
  });

  it(cites("M1")`is invalid for a device that left while it was picked`, async () => {
    const connection = legacyConnection();

    await callAnd(connection, () => {
      connection.phones.attach(GALAXY);
      connection.client.answer(accept(EMULATOR.id));
    });

    expect(connection.records).toEqual([{ ...COMMON, outcome: "invalid", latencyMs: 1500 }]);
  });

  it.each([
    ["none", { ...COMMON, declared: "none", outcome: "not_offered" }],
    ["url", { ...COMMON, declared: "url", outcome: "not_offered" }],
  ] as const)(cites("M1")`has no latency when the client cannot be asked: it declares %s`, async (declared, record) => {
    const connection = legacyConnection();
    connection.declares(declared);

    await connection.call();

    expect(connection.records).toEqual([record]);
  });

  it(cites("M1", "S1")`has no latency when the switch is off`, async () => {
    const connection = legacyConnection();
    connection.turn("off");

    await connection.call();

    expect(connection.records).toEqual([{ ...COMMON, outcome: "disabled" }]);
  });

  it(cites("M1", "S2")`has no latency when the decline was remembered`, async () => {
    const connection = legacyConnection({ reply: () => ({ action: "decline" }) });

    await connection.call();
    await connection.call();

    expect(connection.records).toEqual([
      { ...COMMON, outcome: "decline", latencyMs: 0 },
      { ...COMMON, outcome: "remembered" },
    ]);
  });

  it(cites("M1")`holds no device id and no argument`, async () => {
    const connection = legacyConnection({ reply: () => accept(EMULATOR.id) });

    await connection.call({ text: "a secret" });

    expect(JSON.stringify(connection.records)).not.toMatch(/emulator-5554|R3CN90ABCDE|secret/);
  });

  it(cites("M1")`is not written for a call that is refused for another reason`, async () => {
    const connection = legacyConnection({ phones: scriptedPhones() });

    await connection.call();

    expect(connection.phones.runs).toEqual(["no_device"]);
    expect(connection.records).toEqual([]);
  });
});

describe("a recorder that throws", () => {
  const recorder = (): void => {
    throw new Error("the disk is full");
  };

  it(cites("M4")`does not keep a call from the device that was picked`, async () => {
    const connection = legacyConnection({ reply: () => accept(EMULATOR.id), recorder });

    await connection.call();

    expect(connection.phones.runs).toEqual(["ambiguous_device_target", "ran on emulator-5554"]);
  });

  it(cites("M4")`does not keep a call from its refusal`, async () => {
    const connection = legacyConnection({ recorder });
    connection.declares("none");

    expect(JSON.stringify(await connection.call())).toBe(await bytesWhenSwitchedOff());
  });
});
