/** When a promise must hold. `later` names what it waits for. */
type Due = "now" | { readonly later: string };

interface Requirement {
  /** The promise in one line. */
  readonly promise: string;
  readonly due: Due;
}

const NEEDS_TASKS = { later: "needs tasks" } as const;

/** Every promise about asking for an ambiguous device, by id. A gate fails on one that is due and that no test cites. */
export const REQUIREMENTS = {
  C1: {
    promise: "only the typed refusal with two or more distinct ids, on a call without deviceId, is intercepted",
    due: "now",
  },
  C2: {
    promise: "the legacy question is one form with one required single-select deviceId, one entry per candidate",
    due: "now",
  },
  C3: { promise: "accepting an offered device runs the call once on it, and that result is the answer", due: "now" },
  C4: {
    promise: "everything else gives the original refusal byte for byte and runs nothing, however late an answer comes",
    due: "now",
  },
  C5: {
    promise: "the refusal's wire form is pinned, and every device tool raises it through its own site",
    due: "now",
  },
  C6: {
    promise: "the refusal lists sorted candidates, names the argument to add, and never says that a user declined",
    due: "now",
  },
  C7: { promise: "no other refusal ever asks", due: "now" },
  T1: { promise: "a legacy client's capability is read from its own connection at each ask", due: "now" },
  T2: { promise: "one ask and one record per call in any topology", due: "now" },
  T3: { promise: "a modern question is returned at once as input_required with sealed state", due: "now" },
  T4: { promise: "a modern retry reaches the wrapper with its verified payload only", due: "now" },
  T5: {
    promise: "the state binds tool, arguments and offer, and expires after ten minutes on both clocks",
    due: "now",
  },
  T6: {
    promise: "a chosen device must be offered and still there; anything else is the refusal, never a second question",
    due: "now",
  },
  T7: {
    promise:
      "state that was tampered with, malformed, expired or another session's is a protocol error before the tool runs",
    due: "now",
  },
  T8: { promise: "the signing key is one lazy secret per process", due: "now" },
  T9: { promise: "the state is bound to the session key of the request header", due: "now" },
  T10: { promise: "a retry never runs on a device that was not chosen, and resolving never runs the tool", due: "now" },
  T11: {
    promise: "an id that now belongs to another device is no longer the device that was offered",
    due: "now",
  },
  T12: {
    promise: "the question is the same in every revision, carries no result _meta, and lists every id in its message",
    due: "now",
  },
  S1: {
    promise: "AUTOMOBILE_ELICITATION=off stops every question, and the refusal is recorded as disabled",
    due: "now",
  },
  S2: { promise: "a legacy connection remembers a decline or cancel per set of candidates", due: "now" },
  U1: { promise: "a client that declares nothing sees no extra message and starts no timer", due: "now" },
  U2: { promise: "the legacy timer aborts the ask once, and so does cancelling the call", due: "now" },
  U3: { promise: "a modern question waits on no timer, and any retry ends it", due: "now" },
  M1: { promise: "each refusal on a call without deviceId gives one record, with no device id in it", due: "now" },
  M2: { promise: "each record is one log line", due: "now" },
  M3: { promise: "records are pushed to live subscribers", due: "now" },
  M4: { promise: "the recorder is injectable, and one that throws never fails the call", due: "now" },
  M5: { promise: "logs are kept and reported as figures", due: "now" },
  K1: { promise: "a task's handle comes at once, and an ambiguity inside pauses the task", due: NEEDS_TASKS },
  K2: { promise: "only the owner can see, answer or cancel a task", due: NEEDS_TASKS },
  K3: { promise: "a task asks only if the original request could be asked and named no device", due: NEEDS_TASKS },
  K4: { promise: "a task's answer is checked as any other answer is, and runs the tool once", due: NEEDS_TASKS },
  K5: { promise: "a task's question has no timer, and waiting tasks are bounded", due: NEEDS_TASKS },
  K6: { promise: "the rest of the tasks extension holds", due: NEEDS_TASKS },
  R1: { promise: "a real Claude Code is driven against the production dispatcher", due: "now" },
  R2: { promise: "that run is an advisory nightly job with a pinned binary and no device", due: "now" },
  R3: { promise: "both eras and both kinds of answer are covered with a real client", due: "now" },
} as const satisfies Readonly<Record<string, Requirement>>;

export type RequirementId = keyof typeof REQUIREMENTS;

/**
 * Titles a test with the promises that it proves: ``it(cites("C1", "C4")`a decline returns the same bytes`, …)``. The gate
 * finds the ids in the source, so they are written as literals.
 */
export function cites(...ids: readonly [RequirementId, ...RequirementId[]]): (title: TemplateStringsArray) => string {
  return (title) => `${title.join("")} [${ids.join(" ")}]`;
}
