import type { Members, RequestId, ResponseFrame } from "../server/frame.js";

/** A client that did not answer a question with a result. */
export class QuestionFailed extends Error {
  override readonly name = "QuestionFailed";
}

/** The proxy's own requests to its client. */
export interface ClientQuestions {
  /**
   * Sends one request and gives its raw result. Aborting withdraws it (`notifications/cancelled`), once.
   *
   * @throws QuestionFailed when the client answers with an error, or the question was withdrawn.
   */
  ask(method: string, params: Members, signal: AbortSignal): Promise<unknown>;
  /** Takes an answer; `false` when it answers nothing that is open, as one that comes too late. */
  take(response: ResponseFrame): boolean;
}

/** Makes the questions of one connection. `send` writes one line to the client. */
export function createClientQuestions(send: (line: string) => Promise<void>): ClientQuestions {
  const open = new Map<RequestId, (response: ResponseFrame) => void>();
  let asked = 0;
  return {
    async ask(method, params, signal) {
      asked += 1;
      // Ids of the two directions are apart, but people read logs.
      const id = `automobile-${asked}`;
      return await new Promise((resolve, reject) => {
        const withdraw = (): void => {
          open.delete(id);
          const cancelled = { requestId: id, reason: String(signal.reason) };
          void send(JSON.stringify({ jsonrpc: "2.0", method: "notifications/cancelled", params: cancelled }));
          reject(new QuestionFailed("withdrawn"));
        };
        if (signal.aborted) {
          reject(new QuestionFailed("withdrawn before it was asked"));
          return;
        }
        signal.addEventListener("abort", withdraw, { once: true });
        open.set(id, ({ body }) => {
          open.delete(id);
          signal.removeEventListener("abort", withdraw);
          if ("result" in body) resolve(body.result);
          else reject(new QuestionFailed(toErrorText(body.error)));
        });
        void send(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
      });
    },
    take(response) {
      const settle = open.get(response.id);
      settle?.(response);
      return settle !== undefined;
    },
  };
}

function toErrorText({ code, message }: Members): string {
  return `the client answered with error ${String(code)}: ${String(message)}`;
}
