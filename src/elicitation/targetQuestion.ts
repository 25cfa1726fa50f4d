import type { CallToolResult } from "@modelcontextprotocol/server";

/** One `tools/call`, as its handler gets it. */
export interface ToolCall {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  /**
   * Only on the run after an answer: the identity that the chosen target had when it was offered. A backend that looks its
   * target up must run on nothing that has another one.
   */
  readonly expectedIdentity?: string;
}

/**
 * Runs a call and gives its result, refusals included as results. It is run once per call, and once more with the
 * chosen target when somebody chose.
 */
export type ToolBackend = (call: ToolCall, signal: AbortSignal) => Promise<CallToolResult>;

/** One thing that the call could have meant, as a person is shown it. */
export interface Choice {
  /** What goes into the argument, exactly. */
  readonly id: string;
  /** The label of the entry. */
  readonly title: string;
  /** What tells it from the others; stands beside the id in the question's message. */
  readonly detail: string;
}

/** One thing that the call could mean *now*. */
export interface ResolvedTarget {
  readonly id: string;
  /**
   * What shows that the id still belongs to the same thing: equal means the same. Only a hash of it leaves the process.
   * `undefined` never matches.
   */
  readonly identity: string | undefined;
}

/**
 * What a server knows of its own ambiguity. Everything that the wrappers do not decide themselves is here; AutoMobile's
 * own is in `server/deviceTarget.ts`.
 */
export interface TargetQuestion<Target extends ResolvedTarget = ResolvedTarget> {
  /** The argument that names the target, for example `deviceId`. A call that has it is never touched. */
  readonly argument: string;
  /** The key of the question in `inputRequests`, for example `deviceChoice`. */
  readonly inputKey: string;
  /** The choices of an ambiguity refusal, in its order; `undefined` for every other result. */
  readonly readRefusal: (result: CallToolResult) => readonly Choice[] | undefined;
  /** The question's text. `standsForMs` is how long it may be answered, where that is bounded. */
  readonly message: (call: ToolCall, choices: readonly Choice[], standsForMs: number | undefined) => string;
  /** What the call could mean now. Must not run it. */
  readonly resolve: (call: ToolCall, signal: AbortSignal) => Promise<readonly Target[]>;
  /** The refusal for these targets, the same bytes as the backend would give for them. */
  readonly refuse: (call: ToolCall, targets: readonly Target[]) => CallToolResult;
  /** The refusal for an answer to a question that is not open, when nothing is ambiguous any more. */
  readonly refuseStaleAnswer: (call: ToolCall) => CallToolResult;
}

/** The choices of an ambiguity that may be asked about: two or more distinct ids, on a call that names no target. */
export function readAmbiguity(
  question: Pick<TargetQuestion, "argument" | "readRefusal">,
  call: ToolCall,
  result: CallToolResult,
): readonly Choice[] | undefined {
  if (namesTarget(question, call)) return undefined;
  const choices = question.readRefusal(result);
  if (choices === undefined) return undefined;
  const distinct = [...new Map(choices.map((choice) => [choice.id, choice])).values()];
  return distinct.length >= 2 ? distinct : undefined;
}

/** Whether the call has the target argument, whatever its value. */
export function namesTarget(question: Pick<TargetQuestion, "argument">, call: ToolCall): boolean {
  return Object.hasOwn(call.arguments, question.argument);
}

/** The same call with its target named, tied to what that target is now: its id may pass to another thing any moment. */
export function withTarget(
  question: Pick<TargetQuestion, "argument">,
  call: ToolCall,
  { id, identity }: ResolvedTarget,
): ToolCall {
  const expected = identity === undefined ? {} : { expectedIdentity: identity };
  return { ...call, arguments: { ...call.arguments, [question.argument]: id }, ...expected };
}

/**
 * What the call could mean now; nothing when that cannot be found out, whatever went wrong, so that no choice is ever
 * taken on trust.
 */
export async function resolveNow<Target extends ResolvedTarget>(
  question: Pick<TargetQuestion<Target>, "resolve">,
  call: ToolCall,
  signal: AbortSignal,
): Promise<readonly Target[]> {
  try {
    return await question.resolve(call, signal);
  } catch {
    return [];
  }
}

/** Whether an answer could be used at all: some choice is known well enough to be recognised again later. */
export function isAnswerable(choices: readonly Choice[], targets: readonly ResolvedTarget[]): boolean {
  const known = new Set(targets.filter((target) => target.identity !== undefined).map((target) => target.id));
  return choices.some((choice) => known.has(choice.id));
}
