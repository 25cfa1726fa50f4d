import type { CallToolResult, InputRequests } from "@modelcontextprotocol/server";
import { elapsedSince } from "../core/elapsed.js";
import { type Caller, recordOutcome } from "./caller.js";
import { type ModernAsking, runOrAsk, takeAnswer, toSubject } from "./modernQuestion.js";
import { isStatePayload } from "./requestState.js";
import { type ResolvedTarget, type ToolBackend, type ToolCall, withTarget } from "./targetQuestion.js";

/** One stretch of a task's work, from the beginning or from an answer. */
export interface TaskStretch {
  readonly call: ToolCall;
  /** As the request said that made the task. */
  readonly caller: Caller;
  readonly signal: AbortSignal;
}

/** The stretch that follows when everything that was asked has come. */
export interface AnsweredStretch extends TaskStretch {
  /** What the stretch before left for this one. */
  readonly memo: unknown;
  /** One per question, as it came from the client. */
  readonly answers: Readonly<Record<string, unknown>>;
}

/** How a stretch ended: with the call's result, or with something to be asked first. */
export type StretchEnd =
  | { readonly is: "result"; readonly result: CallToolResult }
  /** The keys are new to this task. `memo`, plain JSON, is for the stretch that follows. */
  | { readonly is: "input_required"; readonly inputRequests: InputRequests; readonly memo: unknown };

/** A question that nobody will answer now. */
export type AbandonedStretch = Omit<AnsweredStretch, "signal" | "answers">;

/** The work of a task. Keeps nothing between stretches: another process may have the next one. */
export interface TaskWork<Begun = TaskStretch, Answered = AnsweredStretch> {
  begin(stretch: Begun): Promise<StretchEnd>;
  resume(stretch: Answered): Promise<StretchEnd>;
  /** The task was cancelled while it waited for answers. */
  abandon(stretch: AbandonedStretch): void;
}

/**
 * Puts the question in front of a backend whose calls run as tasks. The same rules as in `withAmbiguousDeviceMrtr`: one
 * question at the most, and an answer counts only if it names an offered target that is still there and still the same.
 * There is no time limit, since nothing waits: the task itself keeps what an answer must fit.
 */
export function withAmbiguousDeviceTask<Target extends ResolvedTarget>(
  next: ToolBackend,
  asking: ModernAsking<Target>,
): TaskWork {
  return {
    async begin(stretch) {
      const end = await runOrAsk({ ...stretch, task: true }, next, asking);
      if (end.is === "result") return end;
      return { is: "input_required", inputRequests: end.inputRequests, memo: end.payload };
    },
    async resume({ memo, answers, ...stretch }) {
      if (!isStatePayload(memo)) throw new Error("a task's question was kept in another layout");
      const { call, signal } = stretch;
      const chosen = await takeAnswer({ ...stretch, task: true, responses: answers }, memo, asking);
      const result =
        chosen === undefined ? memo.refusal : await next(withTarget(asking.question, call, chosen), signal);
      return { is: "result", result };
    },
    abandon({ memo, ...stretch }) {
      if (!isStatePayload(memo)) return;
      const latencyMs = elapsedSince(memo.at, asking.timer);
      recordOutcome(asking, toSubject({ ...stretch, task: true }, memo.offer.length), { outcome: "error", latencyMs });
    },
  };
}
