import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createDeclineMemory, DECLINE_MEMORY_LIMIT } from "../../src/elicitation/declineMemory.js";
import { cites } from "../requirements.js";
import { fakeDevice } from "../support/fakeDevice.js";
import { EMULATOR, GALAXY, scriptedPhones } from "../support/scriptedPhones.js";
import { accept, bytesWhenSwitchedOff, type LegacyConnection, legacyConnection } from "./legacyConnection.js";

describe("a connection", () => {
  it.each(["decline", "cancel"])(cites("S2")`does not ask again about devices after a %s`, async (action) => {
    const connection = legacyConnection({ reply: () => ({ action }) });

    await connection.call();
    connection.phones.attach(EMULATOR, GALAXY);
    const again = await connection.call({ text: "another call" });

    expect(connection.records.map((record) => record.outcome)).toEqual([action, "remembered"]);
    expect(connection.client.questions).toHaveLength(1);
    expect(JSON.stringify(again)).toBe(await bytesWhenSwitchedOff());
  });

  it(cites("S2")`asks about another set of devices after a decline`, async () => {
    const connection = legacyConnection({ reply: () => ({ action: "decline" }) });

    await connection.call();
    connection.phones.attach(GALAXY, EMULATOR, fakeDevice("0A1B2C3D"));
    await connection.call();

    expect(connection.records.map((record) => record.outcome)).toEqual(["decline", "decline"]);
  });

  it.each([
    ["accept", accept(GALAXY.id)],
    ["invalid", accept("nobody")],
  ])(cites("S2")`asks again after the outcome %s`, async (outcome, answer) => {
    const connection = legacyConnection({ reply: () => answer });

    await connection.call();
    await connection.call();

    expect(connection.records.map((record) => record.outcome)).toEqual([outcome, outcome]);
    expect(connection.client.questions).toHaveLength(2);
  });

  it.each<readonly [string, (connection: LegacyConnection) => void]>([
    ["timeout", ({ timer }) => timer.advance(20_000)],
    ["error", ({ client }) => client.fail(new Error("no handler"))],
  ])(cites("S2")`asks again after the outcome %s`, async (outcome, end) => {
    const connection = legacyConnection();

    const first = connection.call();
    await connection.client.asked(1);
    end(connection);
    await first;
    const second = connection.call();
    await connection.client.asked(2);
    end(connection);
    await second;

    expect(connection.records.map((record) => record.outcome)).toEqual([outcome, outcome]);
  });

  it(cites("S2")`knows nothing of what another connection declined`, async () => {
    const phones = scriptedPhones(GALAXY, EMULATOR);
    const first = legacyConnection({ phones, reply: () => ({ action: "decline" }) });
    const second = legacyConnection({ phones, reply: () => ({ action: "decline" }) });

    await first.call();
    await second.call();

    expect(second.records.map((record) => record.outcome)).toEqual(["decline"]);
  });
});

describe("a memory of declines", () => {
  it(cites("S2")`knows a set by its ids alone: not by their order, not by how often each came`, () => {
    const sets = fc.uniqueArray(fc.string({ unit: "binary" }), { minLength: 1, maxLength: 5 });
    const cases = sets.chain((ids) =>
      fc.record({ ids: fc.constant(ids), again: fc.shuffledSubarray([...ids, ...ids], { minLength: ids.length * 2 }) }),
    );
    fc.assert(
      fc.property(cases, ({ ids, again }) => {
        const declines = createDeclineMemory();
        declines.add(again);
        expect(declines.has(ids)).toBe(true);
        expect(declines.has(ids.slice(1))).toBe(false);
        expect(declines.has([...ids, ids.join(",")])).toBe(ids.length === 1);
      }),
    );
  });

  it(cites("S2")`holds 256 sets and drops the one that was declined longest ago`, () => {
    const declines = createDeclineMemory();
    const sets = Array.from({ length: DECLINE_MEMORY_LIMIT }, (_, index) => [`phone ${index}`, "tablet"]);
    for (const ids of sets) declines.add(ids);
    declines.add(["phone 0", "tablet"]);

    declines.add(["phone 256", "tablet"]);

    expect(DECLINE_MEMORY_LIMIT).toBe(256);
    expect(declines.has(["phone 0", "tablet"])).toBe(true);
    expect(declines.has(["phone 1", "tablet"])).toBe(false);
    expect(declines.has(["phone 2", "tablet"])).toBe(true);
    expect(declines.has(["phone 256", "tablet"])).toBe(true);
  });
});
