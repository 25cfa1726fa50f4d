import { createHash } from "node:crypto";
import { type CallToolResult, isCallToolResult } from "@modelcontextprotocol/server";
import { namesTarget, type ResolvedTarget, type TargetQuestion, type ToolCall } from "./targetQuestion.js";

/** How long a question may be answered on the modern era, in milliseconds. */
export const REQUEST_STATE_TTL_MS = 600_000;

/** The layout that this process writes; a state of another layout is not usable. */
const VERSION = 1;

/** Hex digits kept of an identity's hash: enough to tell devices apart, too few to look anything up. */
const IDENTITY_HASH_LENGTH = 16;

/**
 * What the signed request state says. Signed, not encrypted: the client can read it, so it holds no argument value, no
 * session key and no identity in clear.
 */
export interface StatePayload {
  readonly v: typeof VERSION;
  readonly tool: string;
  /** SHA-256 of the arguments in canonical form, without the target argument; hex. */
  readonly args: string;
  /** What was offered: id, and the short hash of its identity (empty when there was none). */
  readonly offer: readonly (readonly [id: string, identity: string])[];
  /** When it was asked, in milliseconds of the injected clock. */
  readonly at: number;
  /** The refusal to give again, byte for byte, when the answer is no choice. */
  readonly refusal: CallToolResult;
}

/** What is known when a question is handed back. */
export interface Offer {
  readonly call: ToolCall;
  /** The ids of the question's entries, in its order. */
  readonly ids: readonly string[];
  /** What the call could mean at that moment, with identities. */
  readonly targets: readonly ResolvedTarget[];
  readonly refusal: CallToolResult;
  readonly now: number;
}

/** Seals what a later answer must fit. An id whose target is gone already is offered without identity, so never matches. */
export function toStatePayload(question: Pick<TargetQuestion, "argument">, offer: Offer): StatePayload {
  const identities = new Map(offer.targets.map((target) => [target.id, hashIdentity(target.identity)]));
  return {
    v: VERSION,
    tool: offer.call.name,
    args: hashArguments(question, offer.call),
    offer: offer.ids.map((id) => [id, identities.get(id) ?? ""] as const),
    at: offer.now,
    refusal: offer.refusal,
  };
}

/**
 * Reads a payload whose signature the SDK has checked. `undefined` when it is not for this call, has run out on the
 * injected clock, or was written by another layout.
 */
export function readStatePayload(
  question: Pick<TargetQuestion, "argument">,
  expected: { readonly call: ToolCall; readonly now: number },
  payload: unknown,
): StatePayload | undefined {
  if (!isStatePayload(payload)) return undefined;
  const isForCall = payload.tool === expected.call.name && payload.args === hashArguments(question, expected.call);
  // A clock that was set back must not make an old question young.
  const isFresh = Math.abs(expected.now - payload.at) <= REQUEST_STATE_TTL_MS;
  return isForCall && isFresh && !namesTarget(question, expected.call) ? payload : undefined;
}

/** Whether the offered id is among what the call could mean now *and* still belongs to the same thing. */
export function isStillOffered(payload: StatePayload, id: string, fresh: readonly ResolvedTarget[]): boolean {
  const offered = payload.offer.find(([offeredId]) => offeredId === id);
  const target = fresh.find((candidate) => candidate.id === id);
  if (offered === undefined || target === undefined) return false;
  return offered[1] !== "" && offered[1] === hashIdentity(target.identity);
}

/** SHA-256, in hex, of the arguments without the target argument, keys sorted at every depth. */
export function hashArguments(question: Pick<TargetQuestion, "argument">, call: ToolCall): string {
  const rest = Object.entries(call.arguments).filter(([key]) => key !== question.argument);
  return createHash("sha256")
    .update(canonicalJson(Object.fromEntries(rest)))
    .digest("hex");
}

/** The short, one-way form in which an identity may leave the process; empty for none. */
export function hashIdentity(identity: string | undefined): string {
  if (identity === undefined) return "";
  return createHash("sha256").update(`identity:${identity}`).digest("hex").slice(0, IDENTITY_HASH_LENGTH);
}

function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value)
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`);
  return `{${members.join(",")}}`;
}

/** Whether this is a payload in the layout that this process writes. */
export function isStatePayload(value: unknown): value is StatePayload {
  if (typeof value !== "object" || value === null) return false;
  return (
    "v" in value &&
    value.v === VERSION &&
    "tool" in value &&
    typeof value.tool === "string" &&
    "args" in value &&
    typeof value.args === "string" &&
    "at" in value &&
    typeof value.at === "number" &&
    "offer" in value &&
    Array.isArray(value.offer) &&
    value.offer.every(isOfferEntry) &&
    "refusal" in value &&
    isCallToolResult(value.refusal)
  );
}

function isOfferEntry(entry: unknown): boolean {
  return Array.isArray(entry) && entry.length === 2 && entry.every((part) => typeof part === "string");
}
