/** Every promise about asking for an ambiguous device, by id, in one line. A gate fails on one that no test cites. */
export const REQUIREMENTS = {
  C1: "only the typed refusal with two or more distinct ids, on a call without deviceId, is intercepted",
  C2: "the legacy question is one form with one required single-select deviceId, one entry per candidate",
  C3: "accepting an offered device runs the call once on it, and that result is the answer",
  C4: "everything else gives the original refusal byte for byte and runs nothing, however late an answer comes",
  C5: "the refusal's wire form is pinned, and every device tool raises it through its own site",
  C6: "the refusal lists sorted candidates, names the argument to add, and never says that a user declined",
  C7: "no other refusal ever asks",
  T1: "a legacy client's capability is read from its own connection at each ask",
  T2: "one ask and one record per call in any topology",
  T3: "a modern question is returned at once as input_required with sealed state",
  T4: "a modern retry reaches the wrapper with its verified payload only",
  T5: "the state binds tool, arguments and offer, and expires after ten minutes on both clocks",
  T6: "a chosen device must be offered and still there; anything else is the refusal, never a second question",
  T7: "state that was tampered with, malformed, expired or another session's is a protocol error before the tool runs",
  T8: "the signing key is one lazy secret per process",
  T9: "the state is bound to the session key of the request header",
  T10: "a retry never runs on a device that was not chosen, and resolving never runs the tool",
  T11: "an id that now belongs to another device is no longer the device that was offered",
  T12: "the question is the same in every revision, carries no result _meta, and lists every id in its message",
  S1: "AUTOMOBILE_ELICITATION=off stops every question, and the refusal is recorded as disabled",
  S2: "a legacy connection remembers a decline or cancel per set of candidates",
  U1: "a client that declares nothing sees no extra message and starts no timer",
  U2: "the legacy timer aborts the ask once, and so does cancelling the call",
  U3: "a modern question waits on no timer, and any retry ends it",
  M1: "each refusal on a call without deviceId gives one record, with no device id in it",
  M2: "each record is one log line",
  M3: "records are pushed to live subscribers",
  M4: "the recorder is injectable, and one that throws never fails the call",
  M5: "logs are kept and reported as figures",
  K1: "a task's handle comes at once, and an ambiguity inside pauses the task",
  K2: "only the owner can see, answer or cancel a task",
  K3: "a task asks only if the original request could be asked and named no device",
  K4: "a task's answer is checked as any other answer is, and runs the tool once",
  K5: "a task's question has no timer, and waiting tasks are bounded",
  K6: "the rest of the tasks extension holds",
  R1: "a real Claude Code is driven against the production dispatcher",
  R2: "that run is an advisory nightly job with a pinned binary and no device",
  R3: "both eras and both kinds of answer are covered with a real client",
} as const satisfies Readonly<Record<string, string>>;

export type RequirementId = keyof typeof REQUIREMENTS;

/**
 * Titles a test with the promises that it proves: ``it(cites("C1", "C4")`a decline returns the same bytes`, …)``. The gate
 * finds the ids in the source, so they are written as literals.
 */
export function cites(...ids: readonly [RequirementId, ...RequirementId[]]): (title: TemplateStringsArray) => string {
  return (title) => `${title.join("")} [${ids.join(" ")}]`;
}
