import { describe, expect, it } from "vitest";
import type { ElicitationRecord } from "../../src/server/elicitationOutcome.js";
import { cites } from "../requirements.js";
import { EMULATOR, GALAXY, scriptedPhones } from "../support/scriptedPhones.js";
import { modernBytesWhenSwitchedOff, modernServer, picks } from "./modernServer.js";

const COMMON: Omit<ElicitationRecord, "outcome"> = {
  declared: "form",
  era: "modern",
  tool: "tapOn",
  candidates: 2,
  clientName: "scripted",
  clientVersion: "1.2.3",
  topology: "direct",
  task: false,
};

describe("the record of a modern call", () => {
  it.each([
    ["accept", picks(EMULATOR.id)],
    ["decline", { deviceChoice: { action: "decline" } }],
    ["cancel", { deviceChoice: { action: "cancel" } }],
    ["invalid", picks("nobody")],
    ["invalid", {}],
  ])(cites("M1")`has these fields for the question and for an answer that is %s`, async (outcome, responses) => {
    const server = modernServer();
    const state = await server.ask();
    server.timer.advance(42_000);

    await server.call({ state, responses });

    expect(server.records).toEqual([
      { ...COMMON, outcome: "asked" },
      { ...COMMON, outcome, latencyMs: 42_000 },
    ]);
  });

  it(cites("M1")`is invalid for a picked device that is gone`, async () => {
    const server = modernServer();
    const state = await server.ask();
    server.phones.attach(GALAXY);

    await server.call({ state, responses: picks(EMULATOR.id) });

    expect(server.records).toEqual([
      { ...COMMON, outcome: "asked" },
      { ...COMMON, outcome: "invalid", latencyMs: 0 },
    ]);
  });

  it.each(["none", "url"] as const)(cites("M1")`is not_offered when the envelope declares %s`, async (declared) => {
    const server = modernServer();

    await server.call({ declared });

    expect(server.records).toEqual([{ ...COMMON, declared, outcome: "not_offered" }]);
  });

  it(cites("M1", "S1")`is disabled when the switch is off`, async () => {
    const server = modernServer();
    server.turn("off");

    await server.call();

    expect(server.records).toEqual([{ ...COMMON, outcome: "disabled" }]);
  });

  it(
    cites("M1")`is invalid, without a latency, for an answer without a state: when it was asked is not known`,
    async () => {
      const server = modernServer();

      await server.call({ responses: picks(EMULATOR.id) });

      expect(server.records).toEqual([{ ...COMMON, outcome: "invalid" }]);
    },
  );

  it(cites("M1", "S1")`is disabled for an answer without a state when the switch is off`, async () => {
    const server = modernServer();
    server.turn("off");

    await server.call({ responses: picks(EMULATOR.id) });

    expect(server.records).toEqual([{ ...COMMON, outcome: "disabled" }]);
  });

  it(cites("M1")`counts two devices that share an id as one candidate`, async () => {
    const server = modernServer({ phones: scriptedPhones(GALAXY, { ...GALAXY, identity: "its twin" }) });

    await server.call({ responses: picks(GALAXY.id) });

    expect(server.records).toEqual([{ ...COMMON, candidates: 1, outcome: "invalid" }]);
  });

  it(cites("M1")`counts no candidate when what is attached cannot be found out`, async () => {
    const { phones } = modernServer();
    const resolve = async (): Promise<never> => await Promise.reject(new Error("adb is gone"));
    const server = modernServer({ phones: { ...phones, question: { ...phones.question, resolve } } });

    await server.call({ responses: picks(EMULATOR.id) });

    expect(server.records).toEqual([{ ...COMMON, candidates: 0, outcome: "invalid" }]);
  });

  it(cites("M1")`has no negative latency when the clock was set back`, async () => {
    const server = modernServer();
    const state = await server.ask();
    server.timer.advance(-5000);

    await server.call({ state, responses: picks(EMULATOR.id) });

    expect(server.records[1]).toEqual({ ...COMMON, outcome: "accept", latencyMs: 0 });
  });

  it(cites("M1")`holds no device id and no argument`, async () => {
    const server = modernServer();
    const args = { text: "a secret" };

    await server.call({ args, state: await server.ask({ args }), responses: picks(EMULATOR.id) });

    expect(JSON.stringify(server.records)).not.toMatch(/emulator-5554|R3CN90ABCDE|secret/);
  });
});

describe("a recorder that throws", () => {
  const recorder = (): void => {
    throw new Error("the disk is full");
  };

  it(cites("M4")`does not keep a retry from the device that was picked`, async () => {
    const server = modernServer({ recorder });

    await server.call({ state: await server.ask(), responses: picks(EMULATOR.id) });

    expect(server.phones.runs).toEqual(["ambiguous_device_target", "ran on emulator-5554"]);
  });

  it(cites("M4")`does not keep a call from its refusal`, async () => {
    const server = modernServer({ recorder });

    expect(JSON.stringify(await server.call({ declared: "none" }))).toBe(await modernBytesWhenSwitchedOff());
  });
});
