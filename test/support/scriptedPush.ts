import type { ElicitRequestFormParams } from "@modelcontextprotocol/server";
import type { PushQuestion } from "../../src/elicitation/legacyAsk.js";
import { growingList } from "./growingList.js";

/** The far end of a legacy connection: takes pushed questions, and gives each the answer that its test decides on. */
export interface ScriptedPush {
  readonly push: PushQuestion;
  /** Every question that was pushed, oldest first. */
  readonly questions: readonly ElicitRequestFormParams[];
  /** Why each withdrawn question was withdrawn, as the client is told; oldest first. */
  readonly withdrawals: readonly unknown[];
  /** Resolves when so many questions have been pushed in all. */
  asked(count: number): Promise<void>;
  /** Answers every question that is open, withdrawn ones included: a client may do that. */
  answer(result: unknown): void;
  /** Fails every question that is open. */
  fail(error: Error): void;
}

interface Open {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

/**
 * A client that answers each question as soon as it comes with what `reply` gives; `undefined` leaves it open for the test.
 * As with the SDK, a withdrawn question rejects, and its late answer is still taken in.
 */
export function scriptedPush(reply: () => unknown = () => undefined): ScriptedPush {
  const questions = growingList<ElicitRequestFormParams>();
  const withdrawals: unknown[] = [];
  const open = new Set<Open>();

  const endAll = (end: (question: Open) => void): void => {
    for (const question of open) end(question);
    open.clear();
  };

  return {
    async push(params, signal) {
      if (signal.aborted) throw new Error(String(signal.reason));
      questions.add(params);
      return await new Promise((resolve, reject) => {
        const answer = reply();
        if (answer !== undefined) {
          resolve(answer);
          return;
        }
        open.add({ resolve, reject });
        signal.addEventListener("abort", () => {
          withdrawals.push(signal.reason);
          reject(new Error(String(signal.reason)));
        });
      });
    },
    questions: questions.items,
    withdrawals,
    asked: questions.reached,
    answer(result) {
      endAll((question) => question.resolve(result));
    },
    fail(error) {
      endAll((question) => question.reject(error));
    },
  };
}
