import type {
  DeclaredElicitation,
  ElicitationEra,
  ElicitationOutcome,
  ElicitationRecord,
} from "../../server/elicitationOutcome.js";

/** An answer that comes faster than this, in milliseconds, was given by no person: nobody reads a question in that time. */
export const FASTER_THAN_A_PERSON_MS = 300;

/** How a question can end. `unanswered` is a modern one that no retry came for. */
export const QUESTION_ENDS = ["accept", "decline", "cancel", "invalid", "timeout", "error", "unanswered"] as const;

/** One of `QUESTION_ENDS`. */
export type QuestionEnd = (typeof QUESTION_ENDS)[number];

/** The ends that a client sent. */
export const ANSWERS = ["accept", "decline", "cancel", "invalid"] as const satisfies readonly QuestionEnd[];

/** Why an ambiguous call led to no question. `failed`: asking was not possible, or the call was over before. */
export const UNASKED = ["not_offered", "disabled", "remembered", "failed"] as const;

/** One of `UNASKED`. */
export type Unasked = (typeof UNASKED)[number];

/** Who was asked. The name is what the client says of itself. */
export interface Asked {
  readonly clientName: string | undefined;
  readonly clientVersion: string | undefined;
  readonly era: ElicitationEra;
  readonly declared: DeclaredElicitation;
}

/** Figures over some ambiguous calls. */
export interface Figures {
  /** Ambiguous calls, asked about or not. */
  readonly calls: number;
  readonly asked: number;
  /** How the questions ended. Their sum is `asked`. */
  readonly ends: Readonly<Record<QuestionEnd, number>>;
  readonly unasked: Readonly<Record<Unasked, number>>;
  /** Milliseconds from question to answer, for answers at a person's speed, ascending. */
  readonly latenciesMs: readonly number[];
  readonly medianMs: number | undefined;
  readonly p95Ms: number | undefined;
  /** Answers that came too fast for a person, by what they said. They are in `ends` as well, and in no latency. */
  readonly fast: Readonly<Record<(typeof ANSWERS)[number], number>>;
}

/** The figures of one kind of client. */
export interface Group {
  readonly asked: Asked;
  readonly figures: Figures;
}

/** The figures per client, version, era and declared capability, the most calls first. */
export function groupFigures(records: readonly ElicitationRecord[]): readonly Group[] {
  const groups = new Map<string, ElicitationRecord[]>();
  for (const record of records) {
    const key = JSON.stringify(toAsked(record));
    const members = groups.get(key);
    if (members === undefined) groups.set(key, [record]);
    else members.push(record);
  }
  return [...groups.values()]
    .flatMap((members) => members.slice(0, 1).map((first) => ({ asked: toAsked(first), figures: toFigures(members) })))
    .toSorted((left, right) => right.figures.calls - left.figures.calls || compare(left.asked, right.asked));
}

/** The figures over all of these records. */
export function toFigures(records: readonly ElicitationRecord[]): Figures {
  const count = (fits: (record: ElicitationRecord) => boolean): number => records.filter(fits).length;
  const ended = (outcome: ElicitationOutcome): number => count((record) => isEnd(record) && record.outcome === outcome);
  const handedBack = count((record) => record.outcome === "asked");
  const ends = {
    accept: ended("accept"),
    decline: ended("decline"),
    cancel: ended("cancel"),
    invalid: ended("invalid"),
    timeout: ended("timeout"),
    error: ended("error"),
    unanswered: Math.max(0, handedBack - count((record) => record.era === "modern" && isEnd(record))),
  };
  const unasked = {
    not_offered: count(({ outcome }) => outcome === "not_offered"),
    disabled: count(({ outcome }) => outcome === "disabled"),
    remembered: count(({ outcome }) => outcome === "remembered"),
    failed: count((record) => ["error", "invalid"].includes(record.outcome) && record.latencyMs === undefined),
  };
  const answers = records.filter((record) => ANSWERS.some((answer) => answer === record.outcome));
  const latenciesMs = answers
    .flatMap(({ latencyMs }) => latencyMs ?? [])
    .filter((latencyMs) => latencyMs >= FASTER_THAN_A_PERSON_MS)
    .toSorted((left, right) => left - right);
  const fast = (answer: ElicitationOutcome): number =>
    count(({ outcome, latencyMs = FASTER_THAN_A_PERSON_MS }) => {
      return outcome === answer && latencyMs < FASTER_THAN_A_PERSON_MS;
    });
  const asked = sum(Object.values(ends));
  return {
    calls: asked + sum(Object.values(unasked)),
    asked,
    ends,
    unasked,
    latenciesMs,
    medianMs: percentile(latenciesMs, 50),
    p95Ms: percentile(latenciesMs, 95),
    fast: { accept: fast("accept"), decline: fast("decline"), cancel: fast("cancel"), invalid: fast("invalid") },
  };
}

/** The least value that so many per cent of the ascending values do not exceed (nearest rank). */
export function percentile(ascending: readonly number[], percent: number): number | undefined {
  return ascending[Math.max(0, Math.ceil((percent / 100) * ascending.length) - 1)];
}

/** A total. */
export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Whether a record tells how a question ended; it has a latency then, and only then. */
function isEnd({ latencyMs }: ElicitationRecord): boolean {
  return latencyMs !== undefined;
}

function toAsked({ clientName, clientVersion, era, declared }: ElicitationRecord): Asked {
  return { clientName, clientVersion, era, declared };
}

function compare(left: Asked, right: Asked): number {
  return JSON.stringify(left) < JSON.stringify(right) ? -1 : 1;
}
