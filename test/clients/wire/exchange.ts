import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  PROTOCOL_VERSION_META_KEY,
} from "@modelcontextprotocol/server";
import { z } from "zod";
import { parseJson } from "../../../src/core/parseJson.js";
import type { WireLine } from "./wireLine.js";

/** One question as it went over the wire, and what came back. */
export interface AskedQuestion {
  /** The form's parameters. */
  readonly params: unknown;
  /** The client's elicitation result or JSON-RPC error, unparsed; `undefined` when it never answered. */
  readonly answer: unknown;
  /** Milliseconds from question to answer. */
  readonly afterMs: number | undefined;
}

/** What one tool call between a client and a server looked like, as both saw it. */
export interface Exchange {
  readonly client: { readonly name: string; readonly version: string };
  readonly era: "legacy" | "modern";
  /** The revision that the client asked for. */
  readonly revision: string;
  /** `capabilities.elicitation` as it was sent, on `initialize` or in the call's envelope; `undefined` for none. */
  readonly declared: unknown;
  /** How often `tools/call` was sent, retries included. */
  readonly calls: number;
  readonly questions: readonly AskedQuestion[];
  /** The finished `CallToolResult`; `undefined` when the call never returned, or failed. */
  readonly result: unknown;
  /** The JSON-RPC error that ended the call instead. */
  readonly failure: unknown;
  /** Milliseconds from the first `tools/call` to its end, whichever it was. */
  readonly returnedAfterMs: number | undefined;
  /** Milliseconds from the first `tools/call` to the client's cancelling it; `undefined` when it did not, or too late. */
  readonly cancelledAfterMs: number | undefined;
  /** The records that the server logged, oldest first. */
  readonly records: readonly unknown[];
}

const CLIENT_INFO = z.object({ name: z.string(), version: z.string() });
const CAPABILITIES = z.object({ elicitation: z.unknown().optional() });
const INITIALIZE = z.object({ protocolVersion: z.string(), capabilities: CAPABILITIES, clientInfo: CLIENT_INFO });
const ENVELOPE = z
  .object({
    [PROTOCOL_VERSION_META_KEY]: z.string(),
    [CLIENT_CAPABILITIES_META_KEY]: CAPABILITIES,
    [CLIENT_INFO_META_KEY]: CLIENT_INFO,
  })
  .transform((meta) => ({
    protocolVersion: meta[PROTOCOL_VERSION_META_KEY],
    capabilities: meta[CLIENT_CAPABILITIES_META_KEY],
    clientInfo: meta[CLIENT_INFO_META_KEY],
  }));
const MESSAGE = z.object({
  id: z.union([z.string(), z.number()]).optional(),
  method: z.string().optional(),
  params: z.unknown().optional(),
  result: z.unknown().optional(),
  error: z.unknown().optional(),
});
const CALL = z.object({ _meta: z.unknown().optional(), inputResponses: z.record(z.string(), z.unknown()).optional() });
const INPUT_REQUIRED = z.object({
  resultType: z.literal("input_required"),
  inputRequests: z.record(z.string(), z.object({ method: z.literal("elicitation/create"), params: z.unknown() })),
});
const CANCELLED = z.object({ requestId: z.union([z.string(), z.number()]) });
const LOG_LINE = z.object({ elicitation: z.unknown() });

interface Message extends z.infer<typeof MESSAGE> {
  readonly at: number;
  readonly from: "client" | "server";
}

/**
 * Reads the tool call of one client run out of its trace. `undefined` when no tool was called.
 *
 * @throws Error when a client called a tool without having said who it is.
 */
export function readExchange(trace: readonly WireLine[]): Exchange | undefined {
  const caller = trace.find((line) => line.from === "client" && line.text.includes('"tools/call"'));
  if (caller === undefined) return undefined;
  const lines = trace.filter((line) => line.connection === caller.connection);
  const messages = lines.flatMap(toMessage);
  const calls = messages.filter(({ from, method }) => from === "client" && method === "tools/call");
  const [first] = calls;
  if (first === undefined) return undefined;
  const envelope = ENVELOPE.safeParse(CALL.parse(first.params)._meta);
  const introduction = envelope.data ?? readInitialize(messages);
  const last = lastReply(messages, calls);
  const cancelled = cancellation(messages, calls);
  return {
    client: introduction.clientInfo,
    era: envelope.success ? "modern" : "legacy",
    revision: introduction.protocolVersion,
    declared: introduction.capabilities.elicitation,
    calls: calls.length,
    questions: [...pushedQuestions(messages), ...returnedQuestions(messages, calls)],
    result: last?.result,
    failure: last?.error,
    returnedAfterMs: gap(first, last),
    cancelledAfterMs: last === undefined ? gap(first, cancelled) : undefined,
    records: lines.flatMap((line) => LOG_LINE.safeParse(parseJson(line.text)).data?.elicitation ?? []),
  };
}

function toMessage({ at, from, text }: WireLine): readonly Message[] {
  if (from === "log") return [];
  const message = MESSAGE.safeParse(parseJson(text));
  return message.success ? [{ ...message.data, at, from }] : [];
}

function readInitialize(messages: readonly Message[]): z.infer<typeof INITIALIZE> {
  return INITIALIZE.parse(messages.find(({ method }) => method === "initialize")?.params);
}

/** The questions of a legacy connection: requests of the server, answered by the client under the same id. */
function pushedQuestions(messages: readonly Message[]): readonly AskedQuestion[] {
  return messages
    .filter(({ from, method }) => from === "server" && method === "elicitation/create")
    .map((question) => {
      const reply = replyTo(messages, question);
      return { params: question.params, answer: reply?.result ?? reply?.error, afterMs: gap(question, reply) };
    });
}

/** The questions of a modern call: results that ask, answered by the next call. */
function returnedQuestions(messages: readonly Message[], calls: readonly Message[]): readonly AskedQuestion[] {
  return calls.flatMap((call, index) => {
    const reply = replyTo(messages, call);
    const asked = INPUT_REQUIRED.safeParse(reply?.result);
    if (!asked.success || reply === undefined) return [];
    const retry = calls[index + 1];
    const responses = retry === undefined ? {} : CALL.parse(retry.params).inputResponses;
    return Object.entries(asked.data.inputRequests).map(([key, { params }]) => ({
      params,
      answer: responses?.[key],
      afterMs: gap(reply, retry),
    }));
  });
}

function lastReply(messages: readonly Message[], calls: readonly Message[]): Message | undefined {
  return calls
    .flatMap((call) => replyTo(messages, call) ?? [])
    .filter(({ result }) => !INPUT_REQUIRED.safeParse(result).success)
    .at(-1);
}

function cancellation(messages: readonly Message[], calls: readonly Message[]): Message | undefined {
  return messages.find(({ from, method, params }) => {
    if (from !== "client" || method !== "notifications/cancelled") return false;
    const { requestId } = CANCELLED.parse(params);
    return calls.some(({ id }) => id === requestId);
  });
}

function replyTo(messages: readonly Message[], request: Message): Message | undefined {
  return messages.find(
    ({ from, id, method }) => method === undefined && from !== request.from && id !== undefined && id === request.id,
  );
}

function gap(from: Message, to: Message | undefined): number | undefined {
  return to === undefined ? undefined : to.at - from.at;
}
