import type { HttpEnd, HttpExchange, HttpRequest } from "../../src/core/httpExchange.js";

/** An exchange that never touches a socket. */
export interface ScriptedExchange {
  readonly exchange: HttpExchange;
  /** Everything that was sent. */
  readonly sent: readonly HttpRequest[];
}

/** Answers every request with what `answer` makes of it. */
export function scriptedExchange(answer: (request: HttpRequest) => HttpEnd): ScriptedExchange {
  const sent: HttpRequest[] = [];
  return {
    sent,
    exchange: async (request) => {
      sent.push(request);
      return answer(request);
    },
  };
}
