import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { answerChallenge, createChallenge, isAnswerOf, isSameText } from "../../src/daemon/proof.js";

const token = fc.string({ minLength: 1 });

describe("the proof of the token", () => {
  it("is taken between two that know it", () => {
    fc.assert(
      fc.property(token, fc.string({ maxLength: 36 }), (secret, instance) => {
        const challenge = createChallenge(secret);
        const answer = answerChallenge(secret, instance, challenge);
        expect(isAnswerOf(secret, instance, { challenge, answer })).toBe(true);
      }),
    );
  });

  it("is not given to one that does not know it, nor taken from one", () => {
    fc.assert(
      fc.property(token, token, (secret, other) => {
        fc.pre(secret !== other);
        const challenge = createChallenge(secret);
        expect(answerChallenge(other, "a", challenge)).toBeUndefined();
        const forged = answerChallenge(other, "a", createChallenge(other));
        expect(isAnswerOf(secret, "a", { challenge, answer: forged })).toBe(false);
      }),
    );
  });

  it("does not hold for another daemon, for another challenge, or when it is only sent back", () => {
    const challenge = createChallenge("secret");
    const answer = answerChallenge("secret", "a", challenge);

    expect(isAnswerOf("secret", "b", { challenge, answer })).toBe(false);
    expect(isAnswerOf("secret", "a", { challenge: createChallenge("secret"), answer })).toBe(false);
    expect(isAnswerOf("secret", "a", { challenge, answer: { instance: "a", proof: challenge.proof } })).toBe(false);
  });

  it.each([undefined, null, "x", [], {}, { nonce: 1, proof: 2 }, { nonce: "a".repeat(300), proof: "" }])(
    "is not looked for in %j",
    (text) => {
      expect(answerChallenge("secret", "a", text)).toBeUndefined();
      expect(isAnswerOf("secret", "a", { challenge: createChallenge("secret"), answer: text })).toBe(false);
    },
  );

  it("never shows the token", () => {
    const challenge = createChallenge("the-token");

    expect(JSON.stringify([challenge, answerChallenge("the-token", "a", challenge)])).not.toContain("the-token");
  });

  it("compares texts of any length", () => {
    fc.assert(fc.property(fc.string(), fc.string(), (a, b) => isSameText(a, b) === (a === b)));
  });
});
