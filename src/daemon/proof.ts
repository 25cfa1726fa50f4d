import { createHmac, hash, randomBytes, timingSafeEqual } from "node:crypto";
import { z } from "zod";

/**
 * How two processes show each other that they know the token, without sending it. A record may point at a port that another
 * program has by now, and whoever reads a port first must not be handed the token. (After the manner of RFC 5802.)
 */
export interface Challenge {
  /** Random, once per challenge; hex. */
  readonly nonce: string;
  /** The asker's proof. */
  readonly proof: string;
}

/** What a daemon answers to a challenge: who it is, with a proof over both. */
export interface ChallengeAnswer {
  readonly instance: string;
  readonly proof: string;
}

const NONCE_BYTES = 32;

/** The longest text that is looked at where a challenge or a token is expected. */
export const MAX_CREDENTIAL_LENGTH = 1024;

const challengeSchema = z.object({ nonce: z.string().max(256), proof: z.string().max(256) });
const answerSchema = z.object({ instance: z.string().max(256), proof: z.string().max(256) });

/** A new challenge by somebody who knows the token. */
export function createChallenge(token: string): Challenge {
  const nonce = randomBytes(NONCE_BYTES).toString("hex");
  return { nonce, proof: prove(token, `asker ${nonce}`) };
}

/** The daemon's answer; `undefined` when the asker does not know the token, or sent something else. */
export function answerChallenge(token: string, instance: string, challenge: unknown): ChallengeAnswer | undefined {
  const parsed = challengeSchema.safeParse(challenge);
  if (!parsed.success) return undefined;
  const { nonce, proof } = parsed.data;
  if (!isSameText(proof, prove(token, `asker ${nonce}`))) return undefined;
  return { instance, proof: prove(token, `daemon ${nonce} ${instance}`) };
}

/** Whether an answer to this challenge comes from the daemon of that instance. */
export function isAnswerOf(
  token: string,
  instance: string,
  exchange: { readonly challenge: Challenge; readonly answer: unknown },
): boolean {
  const parsed = answerSchema.safeParse(exchange.answer);
  if (!parsed.success || parsed.data.instance !== instance) return false;
  return isSameText(parsed.data.proof, prove(token, `daemon ${exchange.challenge.nonce} ${instance}`));
}

/** Compares a secret in a time that does not depend on where two texts differ. */
export function isSameText(given: string, secret: string): boolean {
  return timingSafeEqual(hash("sha256", given, "buffer"), hash("sha256", secret, "buffer"));
}

function prove(token: string, statement: string): string {
  return createHmac("sha256", token).update(statement).digest("hex");
}
