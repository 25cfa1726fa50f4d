import fc from "fast-check";
import { expect, it } from "vitest";
import { parseAnswer, toFormParams } from "../../src/elicitation/deviceQuestion.js";
import { readAmbiguity } from "../../src/elicitation/targetQuestion.js";
import { toRefusalResult } from "../../src/server/refusalWire.js";
import { ambiguousDeviceTarget } from "../../src/targeting/targetRefusals.js";
import { cites } from "../requirements.js";
import { scriptedPhones } from "../support/scriptedPhones.js";

const CALL = { name: "tapOn", arguments: {} };
const { question } = scriptedPhones();

// Ids that look alike and are not: composed and decomposed, wide and narrow, with blanks, with nothing to be seen.
const ids = fc.oneof(
  fc.constantFrom("é", "e\u0301", "ａ", "a", "A", "a ", " a", "\u200b", "", "__proto__", "a\nb"),
  fc.string({ unit: "binary", maxLength: 4 }),
);
const candidateIds = fc
  .uniqueArray(ids, { minLength: 2, maxLength: 5 })
  .chain((distinct) =>
    fc.record({ distinct: fc.constant(distinct), more: fc.array(fc.constantFrom(...distinct), { maxLength: 3 }) }),
  );

function choicesOf(candidates: readonly string[]): readonly string[] {
  const listed = candidates.map((deviceId) => ({
    deviceId,
    platform: "android" as const,
    name: "Phone",
    kind: "hardware" as const,
  }));
  const refusal = toRefusalResult(ambiguousDeviceTarget("tapOn", listed).detail);
  return (readAmbiguity(question, CALL, refusal) ?? []).map((choice) => choice.id);
}

it(cites("C1", "C2")`every candidate id is offered once, as it is, in the refusal's order`, () => {
  fc.assert(
    fc.property(candidateIds, ({ distinct, more }) => {
      expect(choicesOf([...distinct, ...more])).toEqual(distinct);
    }),
  );
});

it(cites("C1")`one id, however often it is listed, is nothing to ask about`, () => {
  fc.assert(
    fc.property(ids, fc.integer({ min: 0, max: 5 }), (id, count) => {
      expect(choicesOf(Array.from({ length: count }, () => id))).toEqual([]);
    }),
  );
});

it(cites("C3", "C4")`an answer is taken when it is an offered id to the letter, and only then`, () => {
  fc.assert(
    fc.property(candidateIds, ids, ({ distinct }, answered) => {
      const answer = parseAnswer("deviceId", new Set(distinct), { action: "accept", content: { deviceId: answered } });

      expect(answer).toEqual(distinct.includes(answered) ? { is: "accept", id: answered } : { is: "invalid" });
    }),
  );
});

it(cites("C2", "T12")`the message lists every offered id, and the form has one titled entry for each`, () => {
  fc.assert(
    fc.property(candidateIds, ({ distinct }) => {
      const choices = distinct.map((id) => ({ id, title: `${id} (android)`, detail: "Phone" }));

      const { message, requestedSchema } = toFormParams(question, { call: CALL, choices, standsForMs: undefined });

      expect(message).toBe(
        ['Which device is "tapOn" meant for?', ...distinct.map((id) => `- ${id}: Phone`)].join("\n"),
      );
      expect(requestedSchema.properties["deviceId"]).toEqual({
        type: "string",
        oneOf: distinct.map((id) => ({ const: id, title: `${id} (android)` })),
      });
    }),
  );
});
